import { getMember } from '../json-object.ts';
import { createChange, type Pair } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';
import { diffList } from './list.ts';
import { createKey } from './match-items.ts';
import { diffMembers } from './members.ts';
import { diffPrice, formatPrice, isCharge, type Price } from './price.ts';
import { text, value } from './scalar.ts';

/**
 * Compares rates, matched by unit and tier, and within a tier by threshold and cap. A rate for a unit that was free is
 * breaking. Removing one of several rates of a unit is breaking, because agents may use it. Adding a tier to a unit that
 * already has a price is not.
 */
export function diffRates(pair: Pair, currencyBefore: unknown, currencyAfter: unknown): Iterable<ManifestChange> {
  const [chargedBefore, chargedAfter] = [listChargedUnits(pair.before), listChargedUnits(pair.after)];
  const toPriceBefore = (rate: unknown): Price => toPrice(rate, currencyBefore);
  const toPriceAfter = (rate: unknown): Price => toPrice(rate, currencyAfter);
  return diffList(pair, {
    name: 'rates',
    keys: [
      rate => createKey(getUnit(rate), getTier(rate), getMember(rate, 'threshold'), getMember(rate, 'cap')),
      createIdentity,
    ],
    added: item =>
      createChange(
        item,
        'rate-added',
        `rate for ${formatRate(item.after)} added (${formatPrice(toPriceAfter(item.after))})`,
        isCharge(toPriceAfter(item.after)) && !chargedBefore.has(getUnit(item.after)),
      ),
    removed: item =>
      createChange(
        item,
        'rate-removed',
        `rate for ${formatRate(item.before)} removed (${formatPrice(toPriceBefore(item.before))})`,
        chargedAfter.has(getUnit(item.before)),
      ),
    changed: item =>
      diffMembers(
        { ...item, of: ` of ${formatRate(item.after)}` },
        {
          price: price => diffPrice(price, 'price', toPriceBefore(item.before), toPriceAfter(item.after)),
          description: text('description of the price'),
          threshold: value('threshold'),
          cap: value('cap'),
        },
      ),
  });
}

function listChargedUnits(list: unknown): ReadonlySet<unknown> {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  return new Set(all.filter(rate => isCharge({ amount: getMember(rate, 'price') })).map(getUnit));
}

function toPrice(rate: unknown, currency: unknown): Price {
  return { amount: getMember(rate, 'price'), currency, unit: getUnit(rate) };
}

/** `request`, or `request (tier pro)`. */
function formatRate(rate: unknown): string {
  const name = getTier(rate);
  return typeof name === 'string'
    ? `${formatValue(getUnit(rate))} (tier ${formatValue(name)})`
    : formatValue(getUnit(rate));
}

function createIdentity(rate: unknown): string {
  return createKey(getUnit(rate), getTier(rate));
}

function getUnit(rate: unknown): unknown {
  return getMember(rate, 'unit');
}

function getTier(rate: unknown): unknown {
  return getMember(rate, 'tier');
}
