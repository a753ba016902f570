import { createChange, getMember, type Pair } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffList } from './list.ts';
import { keyOf } from './match-items.ts';
import { diffMembers } from './members.ts';
import { diffPrice, isCharge, type Price, priceText } from './price.ts';
import { text, value } from './scalar.ts';

/**
 * The rates of a payment contract, matched by unit and tier; those of one tier that differ in threshold or cap are kept
 * apart. A rate for a unit that cost nothing before is a price raised from nothing, and breaks; so does losing one of
 * several rates of a unit, because an agent may be on it. Another tier for a unit that is charged anyway breaks nobody.
 */
export function diffRates(pair: Pair, currencyBefore: unknown, currencyAfter: unknown): Iterable<ManifestChange> {
  const [chargedBefore, chargedAfter] = [chargedUnits(pair.before), chargedUnits(pair.after)];
  const was = (rate: unknown): Price => priceOf(rate, currencyBefore);
  const is = (rate: unknown): Price => priceOf(rate, currencyAfter);
  return diffList(pair, {
    name: 'rates',
    keys: [rate => keyOf(unit(rate), tier(rate), getMember(rate, 'threshold'), getMember(rate, 'cap')), identity],
    added: item =>
      createChange(
        item,
        'rate-added',
        `rate for ${label(item.after)} added (${priceText(is(item.after))})`,
        isCharge(is(item.after)) && !chargedBefore.has(unit(item.after)),
      ),
    removed: item =>
      createChange(
        item,
        'rate-removed',
        `rate for ${label(item.before)} removed (${priceText(was(item.before))})`,
        chargedAfter.has(unit(item.before)),
      ),
    changed: item =>
      diffMembers(
        { ...item, of: ` of ${label(item.after)}` },
        {
          price: price => diffPrice(price, 'price', was(item.before), is(item.after)),
          description: text('description of the price'),
          threshold: value('threshold'),
          cap: value('cap'),
        },
      ),
  });
}

function chargedUnits(list: unknown): ReadonlySet<unknown> {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Set(all.filter(rate => isCharge({ amount: getMember(rate, 'price') })).map(unit));
}

function priceOf(rate: unknown, currency: unknown): Price {
  return { amount: getMember(rate, 'price'), currency, unit: unit(rate) };
}

/** `request`, or `request (tier pro)`. */
function label(rate: unknown): string {
  const name = tier(rate);
  return typeof name === 'string' ? `${formatValue(unit(rate))} (tier ${formatValue(name)})` : formatValue(unit(rate));
}

function identity(rate: unknown): string {
  return keyOf(unit(rate), tier(rate));
}

function unit(rate: unknown): unknown {
  return getMember(rate, 'unit');
}

function tier(rate: unknown): unknown {
  return getMember(rate, 'tier');
}
