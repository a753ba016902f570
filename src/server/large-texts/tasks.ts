import { validateBodyAtOnce } from '#edge/routes/validate-body.ts';
import { parseMessageAtOnce } from '#mcp/parse-message.ts';
import { inspectText } from '#verify/checks/inspect-text.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/** The tasks of the thread for large texts, by name. Their arguments and results can be sent between threads. */
export const TASKS = {
  inspectText,
  validateBody: validateBodyAtOnce,
  parseMessage: (bytes: Uint8Array, now: number) =>
    parseMessageAtOnce(bytes, manifest => reportOnManifest(manifest, now)),
};

export type Tasks = typeof TASKS;
