// Versions in the order of semver.org 2.0.0, compared in place so that an evaluation allocates nothing.

const number = '(?:0|[1-9][0-9]*)';
const label = '(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const grammar = new RegExp(`^${number}\\.${number}\\.${number}(?:-${label}(?:\\.${label})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`);

const dot = 0x2e;
const hyphen = 0x2d;
const plus = 0x2b;

/** Returns true for a version in the grammar of semver.org, without a leading `v`. */
export function isVersion(text: string): boolean {
  return grammar.test(text);
}

/**
 * Returns a negative number, zero or a positive number if `left` is before, equal to or after `right`. Both must be versions; build
 * metadata is ignored.
 */
export function compareVersions(left: string, right: string): number {
  let l = 0;
  let r = 0;
  for (let part = 0; part < 3; part += 1) {
    const lEnd = endOfNumber(left, l);
    const rEnd = endOfNumber(right, r);
    const order = compareNumbers(left, l, lEnd, right, r, rEnd);
    if (order !== 0) return order;
    l = lEnd + 1;
    r = rEnd + 1;
  }
  const lLabelled = left.charCodeAt(l - 1) === hyphen;
  const rLabelled = right.charCodeAt(r - 1) === hyphen;
  if (lLabelled && rLabelled) return compareLabels(left, l, right, r);
  return Number(rLabelled) - Number(lLabelled);
}

function compareLabels(left: string, lStart: number, right: string, rStart: number): number {
  let l = lStart;
  let r = rStart;
  for (;;) {
    const lEnd = endOfLabel(left, l);
    const rEnd = endOfLabel(right, r);
    const order = compareLabel(left, l, lEnd, right, r, rEnd);
    if (order !== 0) return order;
    const lMore = left.charCodeAt(lEnd) === dot;
    const rMore = right.charCodeAt(rEnd) === dot;
    if (!lMore || !rMore) return Number(lMore) - Number(rMore);
    l = lEnd + 1;
    r = rEnd + 1;
  }
}

function compareLabel(left: string, l: number, lEnd: number, right: string, r: number, rEnd: number): number {
  const lNumeric = endOfNumber(left, l) === lEnd;
  const rNumeric = endOfNumber(right, r) === rEnd;
  if (lNumeric && rNumeric) return compareNumbers(left, l, lEnd, right, r, rEnd);
  if (lNumeric !== rNumeric) return lNumeric ? -1 : 1;
  return compareLetters(left, l, lEnd, right, r, rEnd) || lEnd - l - (rEnd - r);
}

/** Numbers have no leading zeros, so the longer one is larger, regardless of the number of digits. */
function compareNumbers(left: string, l: number, lEnd: number, right: string, r: number, rEnd: number): number {
  return lEnd - l - (rEnd - r) || compareLetters(left, l, lEnd, right, r, rEnd);
}

function compareLetters(left: string, l: number, lEnd: number, right: string, r: number, rEnd: number): number {
  const length = Math.min(lEnd - l, rEnd - r);
  for (let offset = 0; offset < length; offset += 1) {
    const order = left.charCodeAt(l + offset) - right.charCodeAt(r + offset);
    if (order !== 0) return order;
  }
  return 0;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end += 1;
  return end;
}

function endOfLabel(text: string, start: number): number {
  let end = start;
  while (end < text.length && text.charCodeAt(end) !== dot && text.charCodeAt(end) !== plus) end += 1;
  return end;
}
