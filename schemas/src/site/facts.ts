import type { PriceAnswer } from '../subscription/http.ts';
import type { Chat } from './chat.ts';
import type { SiteHosts } from './hosts.ts';

export interface SiteFacts {
  /** No trailing slash. */
  readonly origin: string;
  /** Null without OPERATOR_NAME. */
  readonly operator: Operator | null;
  /** Without them, saves are free, and nothing about credits, prices or billing is shown. */
  readonly hasCredits: boolean;
  /** Given to each new team once its founder's address is proved; 0: none. */
  readonly starterCredits: number;
  /** Whether a save whose HD file equals the free preview costs a credit. */
  readonly chargesSmallSaves: boolean;
  /** Undefined on one host. */
  readonly hosts?: SiteHosts | undefined;
  readonly tags?: Tags | undefined;
  readonly chat?: Chat | undefined;
  readonly errors?: ErrorReporting | undefined;
  /** Prices shown before the country is known, on the prices page; null when nothing is sold. */
  readonly sold?: VisitorPrices | null | undefined;
}

export interface VisitorPrices {
  readonly prices: PriceAnswer[];
  readonly currencies: string[];
}

/** Sentry-compatible. */
export interface ErrorReporting {
  readonly dsn: string;
}

/** Counting needs consent, and the chat waits for the answer. */
export const asksForConsent = ({ tags, chat }: Pick<SiteFacts, 'tags' | 'chat'>): boolean =>
  tags?.kind === 'gtm' || chat !== undefined;

/** Google Tag Manager needs consent; Plausible stores nothing in the browser. */
export type Tags =
  | {
      readonly kind: 'gtm';
      readonly id: string;
      /** Visitors from ads: always counted, or asked. */
      readonly paidTraffic: 'always' | 'consent';
    }
  | {
      readonly kind: 'plausible';
      /** No trailing slash. */
      readonly origin: string;
    };

interface Operator {
  readonly name: string;
  readonly address: readonly string[];
  readonly email: string;
}

/** Attribute of the root element with the facts as JSON. */
export const FACTS_ATTRIBUTE = 'data-site';

/** Marks head tags written by the server; the client replaces them on navigation. */
export const FIRST_HEAD_ATTRIBUTE = 'data-first';
