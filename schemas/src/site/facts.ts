import type { PriceAnswer } from '../subscription/http.ts';
import type { Chat } from './chat.ts';
import type { SiteHosts } from './hosts.ts';

/** What the pages say of this installation: the server writes it into each page, for itself and for the browser. */
export interface SiteFacts {
  /** Origin under which people open the product, without a slash at the end. */
  readonly origin: string;
  /** Who runs it, as legal pages have to say; null where the operator has not been told to us. */
  readonly operator: Operator | null;
  /** Undefined where all pages live on one host. */
  readonly hosts?: SiteHosts | undefined;
  /** What counts visitors; undefined where nothing does. */
  readonly tags?: Tags | undefined;
  /** The chat of another service; undefined where there is none. */
  readonly chat?: Chat | undefined;
  /** Where errors of the pages are reported to; undefined where they are not. */
  readonly errors?: ErrorReporting | undefined;
  /** On the page with the prices: what strangers are shown before their country is known; null where nothing is sold. */
  readonly sold?: SoldToStrangers | null | undefined;
}

export interface SoldToStrangers {
  readonly prices: PriceAnswer[];
  readonly currencies: string[];
}

/** A service that takes errors as Sentry does. */
export interface ErrorReporting {
  /** Its address with the public key and the number of the project. */
  readonly dsn: string;
}

/** Whether visitors are asked for a consent: what counts them needs one, and the chat waits for their answer. */
export const asksForConsent = ({ tags, chat }: Pick<SiteFacts, 'tags' | 'chat'>): boolean =>
  tags?.kind === 'gtm' || chat !== undefined;

/** Google Tag Manager, which needs a consent, or Plausible, which keeps nothing in the browser and needs none. */
export type Tags =
  | {
      readonly kind: 'gtm';
      /** Of the container: GTM-… */
      readonly id: string;
      /** Of people who came by an advertisement: they are always counted, or asked as all others are. */
      readonly paidTraffic: 'always' | 'consent';
    }
  | {
      readonly kind: 'plausible';
      /** Origin of its server, without a slash at the end. */
      readonly origin: string;
    };

interface Operator {
  readonly name: string;
  /** Postal address, in lines. */
  readonly address: readonly string[];
  readonly email: string;
}

/** The attribute of the page's root element that holds the facts as JSON. */
export const FACTS_ATTRIBUTE = 'data-site';

/**
 * The attribute of tags in the head that the server wrote for the page that was asked for. The client writes its own with each page it
 * shows, and takes these away.
 */
export const FIRST_HEAD_ATTRIBUTE = 'data-first';
