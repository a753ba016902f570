/** A parsed sample. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadFamily {
  readonly name: string;
  type: string;
  unit: string | undefined;
  help: string | undefined;
  readonly samples: ReadSample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const ESCAPED = '(?:[^"\\\\\\n]|\\\\[\\\\"n])*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="${ESCAPED}"`;
const NUMBER = '[+-]?(?:\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|Inf)|NaN';
const DESCRIPTOR = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (${ESCAPED})$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL})(?:,${LABEL})*)?\\})? (${NUMBER})$`);
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum', '_created'],
};

/**
 * Parses a text by the grammar and rules of OpenMetrics 1.0, limited to the metric types of this project.
 *
 * @throws Error with the first invalid line
 */
export function readOpenMetrics(text: string): ReadFamily[] {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('It does not end in "# EOF" and a line feed.');
  const families: ReadFamily[] = [];
  for (const line of lines) {
    const fault = take(line, families);
    if (fault !== undefined) throw new Error(`${fault}: ${line}`);
  }
  for (const family of families) {
    const fault = familyFault(family);
    if (fault !== undefined) throw new Error(`${family.name}: ${fault}`);
  }
  return families;
}

function take(line: string, families: ReadFamily[]): string | undefined {
  const [, kind, named = '', text = ''] = DESCRIPTOR.exec(line) ?? [];
  if (kind !== undefined) {
    let family = families.at(-1);
    if (family?.name !== named) {
      if (families.some(({ name }) => name === named)) return 'a family is interleaved';
      family = { name: named, type: 'unknown', unit: undefined, help: undefined, samples: [] };
      families.push(family);
    }
    if (family.samples.length > 0) return 'a description follows samples';
    if (kind === 'TYPE') family.type = text;
    if (kind === 'UNIT') family.unit = text;
    if (kind === 'HELP') family.help = text;
    return undefined;
  }
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) return 'not by the grammar';
  const family = families.at(-1);
  const suffixes = SUFFIXES[family?.type ?? ''] ?? [];
  if (!family || !suffixes.some(suffix => family.name + suffix === name)) return 'not a sample of the family above';
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [label, of]);
  if (new Set(pairs.map(([label]) => label)).size < pairs.length) return 'a label twice';
  family.samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value?.replace('Inf', 'Infinity')) });
  return undefined;
}

function familyFault({ name, type, unit, samples }: ReadFamily): string | undefined {
  if (unit !== undefined && !name.endsWith(`_${unit}`)) return 'the name does not end in the unit';
  if (/_(total|bucket|count|sum|created)$/.test(name)) return 'the name ends in a suffix';
  const keys = samples.map(sample => JSON.stringify([sample.name, sample.labels]));
  if (new Set(keys).size < keys.length) return 'a sample twice';
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) return 'a counter below 0';
  return type === 'histogram' ? histogramFault(name, samples) : undefined;
}

function histogramFault(name: string, samples: readonly ReadSample[]): string | undefined {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  for (const group of groups.values()) {
    const buckets = group.filter(sample => sample.name === `${name}_bucket`);
    const values = buckets.map(({ value }) => value);
    if (buckets.at(-1)?.labels.le !== '+Inf') return 'no bucket without bound';
    if (values.some((value, index) => value < (values[index - 1] ?? 0))) return 'buckets do not add up';
    if (group.find(sample => sample.name === `${name}_count`)?.value !== values.at(-1))
      return 'count is not the last bucket';
    if (buckets.some(({ labels: { le = '' } }) => !/^(\d+(\.\d+)?|\+Inf)$/.test(le))) return 'a bound is not canonical';
  }
  return undefined;
}
