/** One metric family in the OpenMetrics text format, version 1.0. */
export interface MetricFamily {
  /** Without the suffix of its samples. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info';
  readonly help: string;
  /** The name ends with it. */
  readonly unit?: 'seconds' | 'bytes';
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
  /** The suffix after the family's name: `_total`, `_bucket`, `_count`, `_sum`, `_info`, or none. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Formats metric families; omits families without samples. */
export function openMetrics(families: readonly MetricFamily[]): string {
  return `${families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('')}# EOF\n`;
}

function familyText({ name, type, help, unit, samples }: MetricFamily): string {
  const head = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escaped(help)}`,
  ];
  const rows = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
  );
  return `${[...head, ...rows].join('\n')}\n`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, each => (each === '\n' ? '\\n' : `\\${each}`));
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
