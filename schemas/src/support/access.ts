/** What a customer's grant and a break-glass are. Apart from the contracts, because a browser reads them without zod. */

/** For how many hours the owner of a picture can let staff look at it; the second is what is offered first. */
export const GRANT_HOURS = [24, 72, 168] as const;
export type GrantHours = (typeof GRANT_HOURS)[number];
export const USUAL_GRANT_HOURS: GrantHours = 72;

/** Why staff look at a picture without its owner's consent. */
export const BREAK_GLASS_REASONS = ['abuse', 'legal', 'security', 'billing-dispute'] as const;
export type BreakGlassReason = (typeof BREAK_GLASS_REASONS)[number];

/** Characters of a reason that a reader sees. */
export const SHORTEST_REASON = 3;

/** How long that is open, and how long its text is. */
export const BREAK_GLASS = { minutes: 60, shortestText: 20, longestText: 500 } as const;
