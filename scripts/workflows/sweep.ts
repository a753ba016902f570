/**
 * Reviews open submissions again that have no decision (workflow sweep.yml), and finishes reviews that ended between the merge and
 * the removal of the branch. A review can be lost when GitHub fails between the pull request and the start of its workflow.
 *
 * Environment: the variables of `github-job/`. Exit status 1 if a submission is stuck, which starts the workflow Alarm.
 */
import { createJobRepository } from './github-job/job.ts';
import { runJob } from './github-job/run-job.ts';
import { sweepSubmissions } from './sweep/sweep-submissions.ts';

await runJob(async () => {
  const { retried, stuck, abandoned, unfinished } = await sweepSubmissions(
    createJobRepository(process.env),
    Date.now(),
  );
  for (const number of retried) console.log(`Started the review of #${number} again.`);
  for (const number of unfinished) console.log(`#${number} was merged, but its review did not end. Started it again.`);
  for (const number of stuck) console.error(`#${number} has been open for more than an hour without a decision.`);
  for (const number of abandoned) console.error(`#${number} is not reviewed again. Start Review by hand, or close it.`);
  console.log(`${retried.length} submissions retried, ${stuck.length} stuck.`);
  return stuck.length > 0 ? 1 : 0;
});
