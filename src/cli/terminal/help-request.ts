/** A request for the help of a script, which is its message. */
export class HelpRequest extends Error {}
