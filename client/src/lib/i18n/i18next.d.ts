import type common from '../../../locales/en/common.json';
import type errors from '../../../locales/en/errors.json';
import type home from '../../../locales/en/home.json';
import type result from '../../../locales/en/result.json';
import type uploads from '../../../locales/en/uploads.json';

/** Makes a mistyped key a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof common;
      errors: typeof errors;
      home: typeof home;
      result: typeof result;
      uploads: typeof uploads;
    };
  }
}
