/** Of how many steps somebody who is not watching is told. */
const STEPS = 10;

/** Shows progress on the error output: in one line that the next one replaces on a terminal, else one line for each tenth. */
export function progressLines({ isTTY, write }: Output = errorOutput): (done: number, of: number) => void {
  let told = 0;
  return (done, of) => {
    const line = `${done} of ${of} checked`;
    if (isTTY) return write(`\r\u001b[K${line}${done === of ? '\n' : ''}`);
    const step = Math.floor((STEPS * done) / of);
    if (step !== told) write(`${line}\n`);
    told = step;
  };
}

interface Output {
  readonly isTTY: boolean;
  write(text: string): void;
}

const errorOutput: Output = {
  isTTY: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  write: text => void process.stderr.write(text),
};
