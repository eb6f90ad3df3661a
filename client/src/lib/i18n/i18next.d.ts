import type accountErrors from '../../../locales/en/account-errors.json';
import type account from '../../../locales/en/account.json';
import type app from '../../../locales/en/app.json';
import type archive from '../../../locales/en/archive.json';
import type auth from '../../../locales/en/auth.json';
import type backgrounds from '../../../locales/en/backgrounds.json';
import type bulk from '../../../locales/en/bulk.json';
import type common from '../../../locales/en/common.json';
import type downloads from '../../../locales/en/downloads.json';
import type contact from '../../../locales/en/contact.json';
import type ledger from '../../../locales/en/ledger.json';
import type editor from '../../../locales/en/editor.json';
import type errors from '../../../locales/en/errors.json';
import type faq from '../../../locales/en/faq.json';
import type home from '../../../locales/en/home.json';
import type legal from '../../../locales/en/legal.json';
import type myImages from '../../../locales/en/my-images.json';
import type receipt from '../../../locales/en/receipt.json';
import type support from '../../../locales/en/support.json';
import type supportErrors from '../../../locales/en/support-errors.json';
import type result from '../../../locales/en/result.json';
import type saves from '../../../locales/en/saves.json';
import type securityLog from '../../../locales/en/security-log.json';
import type uploads from '../../../locales/en/uploads.json';
import type billing from '../../../locales/en/billing.json';
import type checkout from '../../../locales/en/checkout.json';
import type payments from '../../../locales/en/payments.json';
import type paymentsSandbox from '../../../locales/en/payments-sandbox.json';
import type pricing from '../../../locales/en/pricing.json';
import type stepUp from '../../../locales/en/step-up.json';
import type templates from '../../../locales/en/templates.json';
import type tax from '../../../locales/en/tax.json';
import type users from '../../../locales/en/users.json';
import type webhooks from '../../../locales/en/webhooks.json';
import type api from '../../../locales/en/api.json';

/** Makes a mistyped key a type error. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      app: typeof app;
      archive: typeof archive;
      auth: typeof auth;
      backgrounds: typeof backgrounds;
      bulk: typeof bulk;
      common: typeof common;
      downloads: typeof downloads;
      contact: typeof contact;
      ledger: typeof ledger;
      editor: typeof editor;
      'account-errors': typeof accountErrors;
      support: typeof support;
      'support-errors': typeof supportErrors;
      errors: typeof errors;
      faq: typeof faq;
      home: typeof home;
      legal: typeof legal;
      'my-images': typeof myImages;
      receipt: typeof receipt;
      result: typeof result;
      saves: typeof saves;
      'security-log': typeof securityLog;
      uploads: typeof uploads;
      billing: typeof billing;
      checkout: typeof checkout;
      payments: typeof payments;
      'payments-sandbox': typeof paymentsSandbox;
      pricing: typeof pricing;
      'step-up': typeof stepUp;
      templates: typeof templates;
      tax: typeof tax;
      users: typeof users;
      webhooks: typeof webhooks;
      api: typeof api;
    };
  }
}
