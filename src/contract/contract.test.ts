import { expectTypeOf, test } from 'vitest';
import type * as client from '#client/types.ts';
import type { Categories } from './categories.ts';
import type { CollectionDetail, Collections } from './collections.ts';
import type { Detail } from './detail.ts';
import type { FacetCounts } from './facets.ts';
import type { Guidance } from './guidance.ts';
import type { Health } from './health.ts';
import type { History } from './history.ts';
import type { ProblemDetails } from './problem.ts';
import type { Report } from './report.ts';
import type { Row } from './row.ts';
import type { Submission } from './submission.ts';

/** `tsc` checks these assertions. The client's types are generated from the OpenAPI document. */
test('agrees with the types of the client, in both directions', () => {
  expectTypeOf<Report>().toExtend<client.Report>();
  expectTypeOf<client.Report>().toExtend<Report>();
  expectTypeOf<Row>().toExtend<client.Row>();
  expectTypeOf<client.Row>().toExtend<Row>();
  expectTypeOf<Detail>().toExtend<client.Detail>();
  expectTypeOf<client.Detail>().toExtend<Detail>();
  expectTypeOf<History>().toExtend<client.History>();
  expectTypeOf<client.History>().toExtend<History>();
  expectTypeOf<Submission>().toExtend<client.SubmissionState>();
  expectTypeOf<client.SubmissionState>().toExtend<Submission>();
  expectTypeOf<ProblemDetails>().toExtend<client.Problem>();
  expectTypeOf<client.Problem>().toExtend<ProblemDetails>();
  expectTypeOf<Guidance>().toExtend<client.Guidance>();
  expectTypeOf<client.Guidance>().toExtend<Guidance>();
  expectTypeOf<Categories>().toExtend<client.Categories>();
  expectTypeOf<client.Categories>().toExtend<Categories>();
  expectTypeOf<Collections>().toExtend<client.Collections>();
  expectTypeOf<client.Collections>().toExtend<Collections>();
  expectTypeOf<CollectionDetail>().toExtend<client.CollectionDetail>();
  expectTypeOf<client.CollectionDetail>().toExtend<CollectionDetail>();
  expectTypeOf<FacetCounts>().toExtend<client.FacetCounts>();
  expectTypeOf<client.FacetCounts>().toExtend<FacetCounts>();
  // The OpenAPI document has the current version as a constant, so only this direction holds.
  expectTypeOf<client.Health['data']>().toExtend<Health>();
});

/** The members of a type at every depth, without their types: an optional member that one of two types lacks makes a difference. */
type Members<T> = T extends readonly (infer Item)[]
  ? readonly Members<Item>[]
  : T extends object
    ? string extends keyof T
      ? 'members by name'
      : { readonly [K in keyof T]-?: Members<NonNullable<T[K]>> }
    : 'value';

test('has the same members as the types of the client, at every depth', () => {
  expectTypeOf<Members<Report>>().toEqualTypeOf<Members<client.Report>>();
  expectTypeOf<Members<Row>>().toEqualTypeOf<Members<client.Row>>();
  // The manifest has separate types, generated from its schema.
  expectTypeOf<Members<Omit<Detail, 'manifest'>>>().toEqualTypeOf<Members<Omit<client.Detail, 'manifest'>>>();
  expectTypeOf<Members<History>>().toEqualTypeOf<Members<client.History>>();
  expectTypeOf<Members<Submission>>().toEqualTypeOf<Members<client.SubmissionState>>();
  expectTypeOf<Members<ProblemDetails>>().toEqualTypeOf<Members<client.Problem>>();
  expectTypeOf<Members<Guidance>>().toEqualTypeOf<Members<client.Guidance>>();
  expectTypeOf<Members<Categories>>().toEqualTypeOf<Members<client.Categories>>();
  expectTypeOf<Members<Collections>>().toEqualTypeOf<Members<client.Collections>>();
  expectTypeOf<Members<CollectionDetail>>().toEqualTypeOf<Members<client.CollectionDetail>>();
  expectTypeOf<Members<FacetCounts>>().toEqualTypeOf<Members<client.FacetCounts>>();
  expectTypeOf<Members<Health>>().toEqualTypeOf<Members<client.Health['data']>>();
});
