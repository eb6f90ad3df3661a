export const CREDITS_CHARGED_HEADER = 'x-credits-charged';
export const CREDITS_LEFT_HEADER = 'x-credits-left';
