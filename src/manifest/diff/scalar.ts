import { type Comparison, createChange, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChangeKind } from './kind.ts';

/** Compares prose. Reports a change without the texts. */
export function text(label: string): Comparison {
  return pair => {
    const change = toChangeKind(pair);
    return [createChange(pair, `text-${change}`, `${label}${pair.of} ${change}`)];
  };
}

/** Compares URLs and email addresses. Reports a change without the values, so that untrusted links do not spread. */
export function url(label: string): Comparison {
  return pair => {
    const change = toChangeKind(pair);
    return [createChange(pair, `address-${change}`, `${label}${pair.of} ${change}`)];
  };
}

/** Compares short values and reports both. */
export function value(
  label: string,
  stem: Stem = 'value',
  isBreaking: (pair: Pair) => boolean = () => false,
): Comparison {
  return pair => [
    createChange(
      pair,
      `${stem}-${toChangeKind(pair)}`,
      `${label}${pair.of} ${formatTransition(pair)}`,
      isBreaking(pair),
    ),
  ];
}

/** Compares values that agents need to call or pay. A change is breaking. Finds nothing if either value is missing. */
export function contract(
  label: string,
  kind: 'parameter-type-changed' | 'price-unit-changed' | 'currency-changed' | 'settlement-changed' | CallKind,
): Comparison {
  return pair =>
    toChangeKind(pair) === 'changed'
      ? [createChange(pair, kind, `${label}${pair.of} ${formatTransition(pair)}`, true)]
      : [];
}

type Stem = 'value' | 'payment-model' | 'payment-protocol' | 'authentication-type';
type CallKind = 'onboarding-changed' | 'usage-endpoint-changed';

/** Compares URLs that agents call. A change is breaking. */
export function calledUrl(label: string, kind: CallKind): Comparison {
  return pair =>
    toChangeKind(pair) === 'changed' ? [createChange(pair, kind, `${label}${pair.of} changed`, true)] : [];
}

/**
 * Compares limits. A lower limit is breaking. A newly declared limit is not, because it may have applied before.
 */
export function limit(label: string): Comparison {
  return pair => {
    const { before, after, of } = pair;
    const subject = `${label}${of}`;
    if (typeof before === 'number' && typeof after === 'number') {
      const lowered = after < before;
      return [
        createChange(pair, lowered ? 'limit-lowered' : 'limit-raised', `${subject} ${before} → ${after}`, lowered),
      ];
    }
    if (typeof after === 'number') return [createChange(pair, 'limit-added', `${subject} newly declared: ${after}`)];
    if (typeof before === 'number')
      return [createChange(pair, 'limit-removed', `${subject} no longer declared: ${before}`)];
    return [];
  };
}

/** Compares switches. A missing switch is off. */
export function onOff(on: SwitchChange, off: SwitchChange): Comparison {
  return pair => {
    const was = pair.before === true;
    if (was === (pair.after === true)) return [];
    const { kind, text, breaking } = was ? off : on;
    return [createChange(pair, kind, `${text}${pair.of}`, breaking)];
  };
}

interface SwitchChange {
  readonly kind: ManifestChangeKind;
  readonly text: string;
  readonly breaking?: boolean;
}

function formatTransition(pair: Pair): string {
  const { before, after } = pair;
  if (isStated(before) && isStated(after)) return `${formatValue(before)} → ${formatValue(after)}`;
  const change = toChangeKind(pair);
  return `${change} (${formatValue(change === 'removed' ? before : after)})`;
}
