/** Hours; the second is the default. */
export const GRANT_HOURS = [24, 72, 168] as const;
export type GrantHours = (typeof GRANT_HOURS)[number];
export const USUAL_GRANT_HOURS: GrantHours = 72;

export const BREAK_GLASS_REASONS = ['abuse', 'legal', 'security', 'billing-dispute'] as const;
export type BreakGlassReason = (typeof BREAK_GLASS_REASONS)[number];

/** Characters of a reason that a reader sees. */
export const MIN_REASON_LENGTH = 3;

export const BREAK_GLASS = { minutes: 60, shortestText: 20, longestText: 500 } as const;
