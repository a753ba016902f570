import type { CheckResult, Report } from '#contract/report.ts';

/** Follows the progress of a validation, and can stop it. */
export interface ValidationProgress {
  /** Receives the result of each check when it is available. */
  readonly onResult?: (result: CheckResult) => void;
  /** Aborted if no client waits for the report. */
  readonly signal?: AbortSignal;
}

/** The media type of a streamed validation: one JSON value per line. */
export const STREAM_TYPE = 'application/x-ndjson';

/**
 * Responds with a line per check, `{"check": …}`, as soon as it is completed, and a last line `{"report": …}`. The response
 * starts with the first line, so that a validation that cannot start has an error status. It is cut off without a report
 * if the validation fails later.
 *
 * @param run runs the validation
 * @param onError receives the error of a validation that fails after its first line
 * @throws the error of a validation that fails before its first line
 */
export async function streamValidation(
  run: (progress: ValidationProgress) => Promise<Report>,
  onError: (error: unknown) => void = () => undefined,
): Promise<Response> {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let send: (line: object) => void = () => undefined;
  let end: (error?: unknown) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = line => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        started.resolve();
      };
      end = error => {
        if (stop.signal.aborted) return;
        if (error === undefined) controller.close();
        else controller.error(error);
      };
    },
    cancel() {
      stop.abort();
    },
  });
  const completed = run({ onResult: check => send({ check }), signal: stop.signal }).then(report => {
    send({ report });
    end();
  });
  await Promise.race([started.promise, completed]);
  completed.catch(error => {
    if (!stop.signal.aborted) onError(error);
    end(error);
  });
  return new Response(body, {
    headers: {
      'Content-Type': STREAM_TYPE,
      'Cache-Control': 'no-store',
      Vary: 'Accept',
      // nginx would otherwise collect the lines.
      'X-Accel-Buffering': 'no',
    },
  });
}
