/** A run or a job of a concurrency group. */
export interface GroupMember {
  /** The name of the group. Undefined for a member without limits. */
  readonly group: string | undefined;
  /** Whether it cancels the member that holds the group. */
  readonly cancelsRunning: boolean;
}

/** Concurrency groups of GitHub Actions. */
export interface Groups<Member> {
  enter(member: Member): void;
  /** Lets the next member begin. Does nothing if the member no longer holds its group. */
  leave(member: Member): void;
}

export interface GroupCalls<Member> {
  readonly begin: (member: Member) => void;
  readonly cancel: (member: Member) => void;
}

/**
 * Creates groups. Of each, one member holds it and one waits; a third cancels the one that waits
 * (https://docs.github.com/en/actions/using-jobs/using-concurrency).
 */
export function createGroups<Member extends GroupMember>({ begin, cancel }: GroupCalls<Member>): Groups<Member> {
  const groups = new Map<string, { holder: Member | undefined; next: Member | undefined }>();
  return {
    enter(member) {
      if (member.group === undefined) return begin(member);
      const group = groups.get(member.group) ?? { holder: undefined, next: undefined };
      groups.set(member.group, group);
      if (group.holder && member.cancelsRunning) {
        cancel(group.holder);
        group.holder = undefined;
      }
      if (group.holder) {
        if (group.next) cancel(group.next);
        group.next = member;
      } else {
        group.holder = member;
        begin(member);
      }
    },
    leave(member) {
      const group = groups.get(member.group ?? '');
      if (group?.holder !== member) return;
      group.holder = group.next;
      group.next = undefined;
      if (group.holder) begin(group.holder);
    },
  };
}
