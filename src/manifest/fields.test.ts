import { describe, expect, test } from 'vitest';
import { edited } from './fixtures/edit-manifest.ts';
import { full02, full03 } from './fixtures/full-manifests.ts';
import { refusedAt } from './fixtures/validation-result.ts';
import { values } from './taxonomy.ts';

type Type = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

interface Field {
  readonly types: readonly Type[];
  readonly required?: boolean;
  readonly allowed?: readonly string[];
  readonly good?: readonly unknown[];
  readonly bad?: readonly unknown[];
}

const samples: Readonly<Record<Type, unknown>> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 7.5,
  string: 'text',
  array: [],
  object: {},
};

/** One character outside the BMP, which counts as one. */
const FISH = '\u{1f41f}';
const uri = { types: ['string'], good: ['a:', 'https://[::1]/'], bad: ['', 'example.org', 'https://a b'] } as const;
const uriOrNull = { ...uri, types: ['string', 'null'] } as const;
const decimal = {
  types: ['string'],
  good: ['0', '007', '1.50'],
  bad: ['', '-1', '1.', '.5', '1e3', '1,5', ' 1', '1\n'],
} as const;
const currency = {
  types: ['string'],
  good: ['EUR', 'x-a', `x-${FISH}`],
  bad: ['eur', 'EURO', 'x-', 'x-a b', 'X-a', 'EUR\n'],
} as const;
const percent = { types: ['integer', 'number'], good: [0, 100, 99.99], bad: [-0.01, 100.01] } as const;
const count = { types: ['integer', 'null'], good: [0], bad: [-1] } as const;
const amount = { types: ['integer', 'number', 'null'], good: [0, 0.5], bad: [-0.1] } as const;
const text = { types: ['string'], good: ['', ' ', FISH] } as const;
const textOrNull = { types: ['string', 'null'], good: [''] } as const;
const flag = { types: ['boolean'], good: [true, false] } as const;
const object = { types: ['object'] } as const;

function choice(allowed: readonly string[], ...types: Type[]): Field {
  return { types: ['string', ...types], allowed, bad: ['', ...allowed.map(value => `${value} `)] };
}

function lengths(least: number, most?: number): Field {
  const of = (points: number) => [FISH.repeat(points), 'x'.repeat(points)];
  return {
    types: ['string'],
    good: [...of(least), ...of(least + 1), ...(most === undefined ? [' '.repeat(5000)] : of(most))],
    bad: ['', ...of(least - 1), ...(most === undefined ? [] : of(most + 1))],
  };
}

const isItem = (pointer: string) => pointer.endsWith('/0');
const required = (field: Field): Field => ({ ...field, required: true });

/** Members that both formats define identically. */
const common: Readonly<Record<string, Field>> = {
  '/name': required(lengths(3, 100)),
  '/version': required({ types: ['string'], good: ['0.0.0'], bad: ['', '1', '1.0', 'v1.0.0', '01.0.0', '1.0.0\n'] }),
  '/description': required(lengths(100)),
  '/homepage': uri,
  '/documentation': uri,
  '/categories': required({ types: ['array'], good: [values('categories'), ['other', 'other']] }),
  '/categories/0': choice(values('categories')),
  '/primary_category': required(choice(values('primary_categories'))),
  '/endpoints': required({ types: ['array'] }),
  '/endpoints/0': object,
  '/endpoints/0/path': required({
    types: ['string'],
    good: ['/', '/a b?c#d', `/${FISH}`],
    bad: ['', 'a', ' /a', 'https://a/'],
  }),
  '/endpoints/0/method': required(choice(values('http_methods'))),
  '/endpoints/0/description': required(lengths(20)),
  '/endpoints/0/parameters': required({ types: ['array'], good: [[]] }),
  '/endpoints/0/parameters/0': object,
  '/endpoints/0/parameters/0/name': required(text),
  '/endpoints/0/parameters/0/type': required(text),
  '/endpoints/0/parameters/0/required': required(flag),
  '/endpoints/0/parameters/0/description': required(text),
  '/endpoints/0/response_description': required(lengths(20)),
  '/pricing': required(object),
  '/pricing/free_tier': { types: ['object', 'null'], good: [{}] },
  '/pricing/free_tier/queries_per_day': amount,
  '/pricing/free_tier/queries_per_month': amount,
  '/pricing/paid_tier': { types: ['object', 'null'] },
  '/pricing/paid_tier/unit': required(text),
  '/pricing/paid_tier/description': required(text),
  '/pricing/support_url': uriOrNull,
  '/authentication': required(object),
  '/authentication/required': required(flag),
  '/authentication/type': choice(values('auth_types'), 'null'),
  '/authentication/instructions': textOrNull,
  '/reliability/maintained_by': choice(values('maintainers')),
  '/reliability/status_url': uriOrNull,
  '/reliability/expected_uptime_pct': { ...percent, types: ['integer', 'number', 'null'] },
  '/last_updated': required({ types: ['string'], bad: ['', '2026-01-01', '2026-01-01T00:00:00'] }),
};

const only03: Readonly<Record<string, Field>> = {
  '/spec_version': required({
    types: ['string'],
    good: ['apimanifest-0.3'],
    bad: ['', 'apimanifest-0.1', 'apimanifest-0.3 '],
  }),
  '/endpoints/0/cost_hint': object,
  '/endpoints/0/cost_hint/unit': required(text),
  '/endpoints/0/cost_hint/estimated_price': required(decimal),
  '/endpoints/0/cost_hint/currency': required(currency),
  '/endpoints/0/cost_hint/notes': text,
  '/pricing/model': required(choice(values('pricing_models'))),
  '/pricing/paid_tier/amount_usd': { types: ['integer', 'number'], good: [0], bad: [-1] },
  '/pricing/paid_tier/amount': decimal,
  '/pricing/paid_tier/currency': currency,
  '/payment': { types: ['object', 'null'] },
  '/payment/model': required(choice(values('payment_models'))),
  '/payment/currency': required(currency),
  '/payment/protocol': choice(['x402']),
  '/payment/networks': required({ types: ['array'], good: [['any', 'thing']] }),
  '/payment/networks/0': lengths(1),
  '/payment/discovery_url': uri,
  '/payment/rates': required({ types: ['array'], good: [[]] }),
  '/payment/rates/0': object,
  '/payment/rates/0/unit': required(text),
  '/payment/rates/0/price': required(decimal),
  '/payment/rates/0/description': text,
  '/payment/rates/0/tier': textOrNull,
  '/payment/rates/0/threshold': { types: ['integer', 'null'], good: [-1, 5.0] },
  '/payment/rates/0/cap': { types: ['integer', 'null'], good: [-1] },
  '/payment/onboarding': object,
  '/payment/onboarding/url': required(uri),
  '/payment/onboarding/method': required(choice(['POST', 'PUT'])),
  '/payment/onboarding/accepts': required({ types: ['array'] }),
  '/payment/onboarding/accepts/0': choice(values('onboarding_accepts')),
  '/payment/onboarding/returns': required(object),
  '/payment/onboarding/returns/credential_type': required(choice(values('credential_types'))),
  '/payment/onboarding/returns/credential_field': required(text),
  '/payment/onboarding/returns/instructions': required(text),
  '/payment/onboarding/returns/expires_in': { types: ['integer', 'null'], good: [-1] },
  '/payment/onboarding/returns/refresh_url': uriOrNull,
  '/payment/usage_endpoint': object,
  '/payment/usage_endpoint/url': required(uri),
  '/payment/usage_endpoint/method': required(choice(['GET', 'POST'])),
  '/payment/usage_endpoint/authentication': required(choice(values('usage_authentications'))),
  '/payment/settlement': required(object),
  '/payment/settlement/type': required(choice(['real_time', 'prepaid_debit'])),
  '/payment/settlement/cycle': choice(values('settlement_cycles'), 'null'),
  '/payment/settlement/provider_name': textOrNull,
  '/payment/settlement/provider_url': uriOrNull,
  '/payment/budget_controls': { types: ['object'], good: [{}] },
  '/payment/budget_controls/supports_spend_cap': flag,
  '/payment/budget_controls/supports_per_request_limit': flag,
  '/payment/budget_controls/supports_rate_limit': flag,
  '/payment/budget_controls/supports_alerting': flag,
  '/payment/refund_policy': object,
  '/payment/refund_policy/type': required(choice(values('refund_types'))),
  '/payment/refund_policy/terms_url': uriOrNull,
  '/payment/refund_policy/window_seconds': count,
  '/authentication/config': { types: ['object'], good: [{}, { any: [{ thing: null }] }] },
  '/reliability': { types: ['object'], good: [{}] },
  '/reliability/uptime_percentage': percent,
  '/reliability/avg_response_time_ms': { types: ['integer'], good: [0], bad: [-1] },
  '/reliability/last_30_days_uptime': percent,
  '/rate_limits': { types: ['object'], good: [{}] },
  '/rate_limits/requests_per_minute': count,
  '/rate_limits/requests_per_day': count,
  '/agent_notes': required(lengths(150)),
  '/contact': required({ types: ['string', 'object'], good: ['', 'anything', {}] }),
  '/contact/email': { types: ['string'], bad: ['', 'a@b', 'a b@c.de'] },
  '/contact/support_url': uri,
  '/contact/github': uri,
  '/listing_requested': flag,
};

const only02: Readonly<Record<string, Field>> = {
  '/spec_version': required({ types: ['string'], good: ['apimanifest-0.2'] }),
  '/pricing/model': required(choice(values('pricing_models').filter(model => model !== 'unknown'))),
  '/pricing/paid_tier/amount_usd': required({ types: ['integer', 'number'], good: [0], bad: [-1] }),
  '/payment': object,
  '/payment/checkout_url': required(uri),
  '/payment/provider': textOrNull,
  '/payment/key_provisioning_url': uriOrNull,
  '/payment/accepted_methods': { types: ['array', 'null'], good: [[]] },
  '/payment/accepted_methods/0': text,
  '/payment/prepay_required': { types: ['boolean', 'null'], good: [false] },
  '/reliability': required(object),
  '/reliability/maintained_by': required(choice(values('maintainers'))),
  '/agent_notes': required(lengths(50)),
  '/contact': required({ types: ['string'], good: ['a@b.cd', 'mailto:a', 'https://a'], bad: ['', 'a@b', 'somebody'] }),
  '/listing_requested': required(flag),
  '/endpoints/0/cost_hint': { types: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
};

const formats = [
  { version: 'apimanifest-0.3', full: full03, fields: { ...common, ...only03 } },
  { version: 'apimanifest-0.2', full: full02, fields: { ...common, ...only02 } },
] as const;

for (const { version, full, fields } of formats) {
  describe(`format ${version}`, () => {
    test('accepts the full manifest, with extra members everywhere', () => {
      expect(refusedAt(full, version)).toBeUndefined();
      const objects = Object.entries(fields).filter(([, field]) => field.types.includes('object'));
      for (const [pointer] of [['/'], ...objects]) {
        const further = edited(full, `${pointer === '/' ? '' : pointer}/x-further`, { any: [null] });
        expect(refusedAt(further, version), pointer).toBeUndefined();
      }
    });

    describe.each(Object.entries(fields))(
      '%s',
      (pointer, { types, required = false, allowed = [], good = [], bad = [] }) => {
        const refusal = (value: unknown) => refusedAt(edited(full, pointer, value), version);

        if (!isItem(pointer))
          test(`${required ? 'rejects' : 'accepts'} a missing value`, () => {
            expect(refusal(undefined)).toBe(required ? pointer : undefined);
          });

        test('accepts only its types', () => {
          for (const [type, sample] of Object.entries(samples)) {
            const fits = types.some(each => each === type || (each === 'number' && type === 'integer'));
            if (!fits) expect(refusal(sample), type).toBe(pointer);
            else if (type === 'null' || type === 'boolean') expect(refusal(sample), type).toBeUndefined();
          }
        });

        test('accepts and rejects the specified values', () => {
          for (const value of [...allowed, ...good]) expect(refusal(value), JSON.stringify(value)).toBeUndefined();
          for (const value of bad) expect(refusal(value), JSON.stringify(value)).toBe(pointer);
        });
      },
    );

    test('rejects empty lists that need an item', () => {
      const lists = [
        '/categories',
        '/endpoints',
        ...(version === 'apimanifest-0.3' ? ['/payment/networks', '/payment/onboarding/accepts'] : []),
      ];
      for (const pointer of lists) expect(refusedAt(edited(full, pointer, []), version)).toBe(pointer);
    });
  });
}
