import { formatDateTime } from '../format/calendar.ts';
import { formatMeasured } from '../format/numbers.ts';
import { type Figure, formatMachine, isReached, type MeasuredPart, type Measurement } from './measurement.ts';
import { PART_TEXTS } from './part-texts.ts';

/** A section of the measurement with its title and text. */
export interface BenchmarkSection extends MeasuredPart {
  readonly title: string;
  readonly text: string;
}

/** The parts of a measurement, in the order of the page. */
export function getBenchmarkSections({ parts }: Measurement): readonly BenchmarkSection[] {
  return Object.entries(PART_TEXTS).flatMap(([name, words]) => {
    const part = parts.find(each => each.name === name);
    return part ? [{ ...part, ...words }] : [];
  });
}

/** The figures with a target, in the order of the page. */
export function aimedAt(measurement: Measurement): readonly Figure[] {
  return getBenchmarkSections(measurement).flatMap(({ figures }) => figures.filter(({ aim }) => aim !== undefined));
}

/** Formats the number of met targets as a sentence. */
export function formatTargets(measurement: Measurement): string {
  const aimed = aimedAt(measurement);
  const reached = aimed.filter(isReached).length;
  return reached === aimed.length
    ? `All ${aimed.length} targets are met.`
    : `${reached} of ${aimed.length} targets are met.`;
}

/** Formats the time, the commit, and the load of a part as a sentence. */
export function formatConditions({ date, commit, quick, load }: MeasuredPart): string {
  const of = commit === null ? '' : ` at commit ${commit.slice(0, 10)}`;
  const hurried = quick ? ', in quick mode' : '';
  return `Measured on ${formatDateTime(date)}${of}${hurried}; load average ${load.before} before, ${load.after} after.`;
}

/** Formats a measurement as Markdown. */
export function measurementMarkdown(measurement: Measurement): string {
  const parts = getBenchmarkSections(measurement).map(part =>
    [`## ${part.title}`, part.text, formatConditions(part), tableOf(part.figures)].join('\n\n'),
  );
  const aims = ['## Targets', formatTargets(measurement), tableOf(aimedAt(measurement))];
  return [`Machine: ${formatMachine(measurement)}.`, ...aims, ...parts].join('\n\n');
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(figure => {
    const { name, value, unit, beside, ratio, aim } = figure;
    return [
      name,
      `${formatMeasured(value)} ${unit}`,
      beside ? `${formatMeasured(beside.value)} ${unit}, ${beside.name}` : '',
      ratio === undefined ? '' : formatMeasured(ratio),
      aim === undefined ? '' : `${formatMeasured(aim)}, ${isReached(figure) ? 'met' : 'not met'}`,
    ];
  });
  const lines = [
    ['Benchmark', 'Measured', 'Baseline', 'Ratio', 'Target'],
    ['---', '---:', '---', '---:', '---'],
    ...rows,
  ];
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
