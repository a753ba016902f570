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
import type { CheckResult, Report } from './report.ts';
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

test('has the same members as the types of the client', () => {
  expectTypeOf<keyof Report>().toEqualTypeOf<keyof client.Report>();
  expectTypeOf<keyof CheckResult>().toEqualTypeOf<keyof client.Report['checks'][number]>();
  expectTypeOf<keyof Row>().toEqualTypeOf<keyof client.Row>();
  expectTypeOf<keyof Detail>().toEqualTypeOf<keyof client.Detail>();
  expectTypeOf<keyof History>().toEqualTypeOf<keyof client.History>();
  expectTypeOf<keyof History['entries'][number]>().toEqualTypeOf<keyof client.History['entries'][number]>();
  expectTypeOf<keyof Submission>().toEqualTypeOf<keyof client.SubmissionState>();
  expectTypeOf<keyof ProblemDetails>().toEqualTypeOf<keyof client.Problem>();
  expectTypeOf<keyof Health>().toEqualTypeOf<keyof client.Health['data']>();
});
