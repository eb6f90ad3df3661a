/** Examples are checked by the spec. */
export interface Pattern {
  readonly name: string;
  readonly expression: RegExp;
  readonly instead: string;
  readonly example: string;
  /** A near miss that is good English. */
  readonly fine: string;
  /** Good English as a heading or a label: "What happened", "Who". */
  readonly isFineAsLabel?: true;
}

/** Start of a text or of a sentence within it. */
const START = String.raw`(?:^|[.!:;]\s+)`;
const starting = (words: string): RegExp => new RegExp(`${START}(?:${words})\\b(?![^.]*\\?)`, 'gm');

export const patterns: readonly Pattern[] = [
  {
    name: 'headless What',
    expression: starting('What'),
    instead: 'name the thing',
    example: 'What a job made, before it is timed.',
    fine: 'What happens to a late event? It is ignored.',
    isFineAsLabel: true,
  },
  {
    name: 'headless Who',
    expression: starting('Who|Whom|Whose|Whoever'),
    instead: 'name the person',
    example: 'Who asked for it first.',
    fine: 'Names who asked for it first.',
    isFineAsLabel: true,
  },
  {
    name: 'headless test name',
    expression: /^(?:regression: )?(?:what|who|whom|whose|whoever|whatever) /g,
    instead: 'name the thing or the person',
    example: 'what was paid is made',
    fine: 'a paid save is made, whatever is edited meanwhile',
    isFineAsLabel: true,
  },
  {
    name: 'headless relative clause',
    expression: starting(
      '(?:By|To|In|From|With|Of|On|At|For|Under|After|Before|Beside|Below) (?:which|whom|whose|what)',
    ),
    instead: 'begin with a verb',
    example: 'By which a retry is known.',
    fine: 'Identifies a retry.',
    isFineAsLabel: true,
  },
  {
    name: 'headless Of',
    expression: starting('Of(?! course)'),
    instead: 'begin with the subject',
    example: 'Of an endpoint that was disabled the admins hear.',
    fine: 'Number of endpoints.',
  },
  {
    name: 'headless That',
    expression: starting('That (?:it|they|a|an|the|no|one|which|what|all|each)'),
    instead: 'state the fact or begin with a verb',
    example: 'That it is on its way is no news.',
    fine: 'Says that it is under way.',
  },
  {
    name: 'told of',
    expression: /\b(?:is|are|be|been|was|were|being) told\b(?! apart)/gi,
    instead: 'is notified, receives, learns',
    example: 'Each admin is told of it.',
    fine: 'People who left are told apart by their ids.',
  },
  {
    name: 'take down',
    expression: /\b(?:takes?|took|taken|taking) (?:it |them |this |that )?down\b/gi,
    instead: 'records, appends, stores',
    example: 'Takes down what is new.',
    fine: 'Takes the service offline.',
  },
  {
    name: 'by now',
    expression: /\bby now\b/gi,
    instead: 'already, meanwhile',
    example: 'Deleted by now.',
    fine: 'Deleted already.',
  },
  { name: 'anew', expression: /\banew\b/gi, instead: 'again', example: 'Begins anew.', fine: 'Begins again.' },
  {
    name: 'come of',
    expression:
      /\b(?:came|comes|come|become|became|becomes) of (?:it|them|this|that|what|which|each|a|an|the|all|both)\b/gi,
    instead: 'the outcome, the result',
    example: 'Records what came of it.',
    fine: 'Records the outcome.',
  },
  {
    name: 'go on',
    expression: /\b(?:goes|going|went|gone) on\b(?! (?:sale|strike|holiday))/gi,
    instead: 'continues, happens',
    example: 'The upload goes on.',
    fine: 'The upload continues.',
  },
  {
    name: 'of theirs',
    expression: /(?<!\b(?:one|ahead) )\bof (?:theirs|ours|yours|hers)\b/gi,
    instead: 'their, our, your',
    example: 'A picture of theirs.',
    fine: 'Their picture, or one of ours.',
  },
  {
    name: 'no more',
    expression: /\bno more\b(?! than| of | [a-z]+s\b)/gi,
    instead: 'no longer',
    example: 'It is there no more.',
    fine: 'There are no more than ten.',
  },
  {
    name: 'be it',
    expression: /\bbe (?:it|they) (?:a|an|the|by|of|in|that|with)\b/gi,
    instead: 'whether, even if',
    example: 'Any login, be it by link or password.',
    fine: 'Must be it.',
  },
  {
    name: 'as many as may',
    expression:
      /\bas (?:many|much|long|often|far) as (?:it |they |there )?(?:may|can|will)\b(?! (?:be|have|take|wait|do) )/gi,
    instead: 'the limit, at most',
    example: 'As many wait as may: as many as may.',
    fine: 'As long as it takes.',
  },
  {
    name: 'in the place of',
    expression: /\bin the place of\b/gi,
    instead: 'instead of, in place of',
    example: 'Shown in the place of a list.',
    fine: 'Shown in place of a list.',
  },
  {
    name: 'has it of',
    expression: /\b(?:has|have|had) (?:it|them) (?:of|from) (?:its|his|their|the)\b/gi,
    instead: 'gets it from',
    example: 'The function has it of its caller.',
    fine: 'The function gets it from its caller.',
  },
  {
    name: 'such a one',
    expression: /\bsuch (?:a one|ones)\b/gi,
    instead: 'name the thing',
    example: 'Such a one is refused.',
    fine: 'Such a file is refused.',
  },
];
