import type { Language } from './vocabulary.ts';
import { type TermList, VocabularyTerm } from './vocabulary-term.ts';

/** A token of a term, after the tokens before it. */
export interface TermNode {
  /** The keys of all tokens up to this one. */
  readonly key: string;
  /** The term that ends here. */
  term?: VocabularyTerm;
  /** The tokens that may follow, by their keys. */
  next?: Map<string, TermNode>;
}

interface TermTreeOptions {
  /** Returns the form that all numbers and spellings of a token share. */
  readonly keyOf: (token: string) => string;
  readonly stopWords: ReadonlyMap<Language, ReadonlySet<string>>;
}

/**
 * The terms of a vocabulary as a tree of tokens, so that a text finds its terms without a string for each combination of its
 * words. Terms become nodes when a text has their first token, because a text has few of the thousands of terms.
 */
export class TermTree {
  readonly #keyOf: (token: string) => string;
  readonly #stopWords: ReadonlyMap<Language, ReadonlySet<string>>;
  /** The lists with a term that begins with a token, by its key. */
  readonly #lists = new Map<string, TermList[]>();
  readonly #nodes = new Map<string, TermNode>();

  constructor(lists: readonly TermList[], { keyOf, stopWords }: TermTreeOptions) {
    this.#keyOf = keyOf;
    this.#stopWords = stopWords;
    for (const list of lists) {
      const ignored = list.language && stopWords.get(list.language);
      for (const term of list.terms) {
        const space = term.indexOf(' ');
        const first = space < 0 ? term : term.slice(0, space);
        this.#addList(keyOf(first), list);
        if (!ignored?.has(first)) continue;
        const token = term.split(' ').find(each => !ignored.has(each));
        if (token !== undefined) this.#addList(keyOf(token), list);
      }
    }
  }

  /** Returns the node of the first token of terms. */
  find(key: string): TermNode | undefined {
    let node = this.#nodes.get(key);
    const lists = node === undefined ? this.#lists.get(key) : undefined;
    if (lists !== undefined) {
      node = this.#createNode(key, lists);
      this.#nodes.set(key, node);
    }
    return node;
  }

  #addList(key: string, list: TermList): void {
    const known = this.#lists.get(key);
    if (known === undefined) this.#lists.set(key, [list]);
    else if (known.at(-1) !== list) known.push(list);
  }

  /**
   * Creates the nodes of the terms that begin with a token. Translations of several words also end at the node without their
   * stop words, because queries have other articles: `rastrear una encomienda`.
   */
  #createNode(first: string, lists: readonly TermList[]): TermNode {
    const root: TermNode = { key: first };
    for (const list of lists) {
      const ignored = list.language && this.#stopWords.get(list.language);
      for (const text of list.terms) {
        const tokens = text.split(' ');
        let term: VocabularyTerm | undefined;
        if (this.#keyOf(tokens[0] ?? '') === first) {
          const node = this.#findNode(root, tokens);
          node.term ??= new VocabularyTerm(text);
          node.term.add(list);
          term = node.term;
        }
        const others = ignored ? tokens.filter(token => !ignored.has(token)) : [];
        if (others.length < 2 || this.#keyOf(others[0] ?? '') !== first) continue;
        const node = this.#findNode(root, others);
        node.term ??= term ?? new VocabularyTerm(text);
        // The whole translation starts with another token, so that its groups are collected here, too.
        if (term === undefined && node.term.text === text) node.term.add(list);
      }
    }
    return root;
  }

  /** Returns the node of some tokens after the first of them. */
  #findNode(root: TermNode, [, ...others]: readonly string[]): TermNode {
    let node = root;
    for (const token of others) {
      const key = this.#keyOf(token);
      node.next ??= new Map();
      let next = node.next.get(key);
      if (next === undefined) {
        next = { key: `${node.key} ${key}` };
        node.next.set(key, next);
      }
      node = next;
    }
    return node;
  }
}
