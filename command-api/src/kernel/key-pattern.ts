export const KEY_PATTERN = /cck_(?:live|test)_[0-9A-Za-z]{36}/;
