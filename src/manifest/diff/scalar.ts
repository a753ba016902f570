import { type Comparison, createChange, isStated, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChangeKind } from './kind.ts';

/** Prose: that it changed, not how. */
export function text(label: string): Comparison {
  return pair => {
    const turn = toChangeKind(pair);
    return [createChange(pair, `text-${turn}`, `${label}${pair.of} ${turn}`)];
  };
}

/** An address: that it changed; addresses of strangers are not spread further. */
export function address(label: string): Comparison {
  return pair => {
    const turn = toChangeKind(pair);
    return [createChange(pair, `address-${turn}`, `${label}${pair.of} ${turn}`)];
  };
}

/** A short value, shown before and after. `breaks` tells whether the change can break an agent; by default none does. */
export function value(label: string, stem: Stem = 'value', breaks: (pair: Pair) => boolean = () => false): Comparison {
  return pair => [
    createChange(pair, `${stem}-${toChangeKind(pair)}`, `${label}${pair.of} ${course(pair)}`, breaks(pair)),
  ];
}

/** A value that an agent relies on to call or to pay: another one breaks it. Where there was or is none, nothing is found. */
export function contract(
  label: string,
  kind: 'parameter-type-changed' | 'price-unit-changed' | 'currency-changed' | 'settlement-changed' | CallKind,
): Comparison {
  return pair =>
    toChangeKind(pair) === 'changed' ? [createChange(pair, kind, `${label}${pair.of} ${course(pair)}`, true)] : [];
}

type Stem = 'value' | 'payment-model' | 'payment-protocol' | 'authentication-type';
type CallKind = 'onboarding-changed' | 'usage-endpoint-changed';

/** An address that agents call: another one breaks them. */
export function calledAddress(label: string, kind: CallKind): Comparison {
  return pair =>
    toChangeKind(pair) === 'changed' ? [createChange(pair, kind, `${label}${pair.of} changed`, true)] : [];
}

/**
 * A number that grants so much and no more. A lower one breaks whoever used the old one up; one that was not stated
 * before may have been there all the time, so stating it breaks nobody.
 */
export function limit(label: string): Comparison {
  return pair => {
    const { before, after, of } = pair;
    const words = `${label}${of}`;
    if (typeof before === 'number' && typeof after === 'number') {
      const lowered = after < before;
      return [createChange(pair, lowered ? 'limit-lowered' : 'limit-raised', `${words} ${before} → ${after}`, lowered)];
    }
    if (typeof after === 'number') return [createChange(pair, 'limit-added', `${words} now stated: ${after}`)];
    if (typeof before === 'number')
      return [createChange(pair, 'limit-removed', `${words} no longer stated: ${before}`)];
    return [];
  };
}

/** A switch that is off when it is absent. */
export function onOff(on: Switched, off: Switched): Comparison {
  return pair => {
    const was = pair.before === true;
    if (was === (pair.after === true)) return [];
    const { kind, text, breaking } = was ? off : on;
    return [createChange(pair, kind, `${text}${pair.of}`, breaking)];
  };
}

interface Switched {
  readonly kind: ManifestChangeKind;
  readonly text: string;
  readonly breaking?: boolean;
}

function course(pair: Pair): string {
  const { before, after } = pair;
  if (isStated(before) && isStated(after)) return `${formatValue(before)} → ${formatValue(after)}`;
  const turn = toChangeKind(pair);
  return `${turn} (${formatValue(turn === 'removed' ? before : after)})`;
}
