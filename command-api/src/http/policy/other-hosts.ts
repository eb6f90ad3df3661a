import type { Chat } from '@clearcut/schemas/site/chat';
import type { SiteFacts, Tags } from '@clearcut/schemas/site/facts';

export type Others = Pick<SiteFacts, 'tags' | 'chat' | 'errors'>;

type Directive =
  | 'scriptSrc'
  | 'frameSrc'
  | 'styleSrc'
  | 'imgSrc'
  | 'fontSrc'
  | 'mediaSrc'
  | 'connectSrc'
  | 'formAction';
type Hosts = Partial<Readonly<Record<Directive, readonly string[]>>>;

/** developers.google.com/tag-platform/security/guides/csp; Plausible uses one host. */
function hostsOfTags(tags: Tags): Hosts {
  if (tags.kind === 'plausible') return { scriptSrc: [tags.origin], imgSrc: [tags.origin], connectSrc: [tags.origin] };
  const manager = 'https://*.googletagmanager.com';
  const send = [manager, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];
  return { scriptSrc: [manager], imgSrc: send, connectSrc: send };
}

/** www.intercom.com/help/en/articles/3894, without the hosts of third-party videos. */
const INTERCOM: Hosts = {
  scriptSrc: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  frameSrc: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  fontSrc: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  mediaSrc: ['https://js.intercomcdn.com', 'https://downloads.intercomcdn.com'],
  imgSrc: [
    'https://*.intercomcdn.com',
    'https://*.intercomcdn.eu',
    'https://static.intercomassets.com',
    'https://uploads.intercomusercontent.com',
    'https://messenger-apps.intercom.io',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `https://*.intercom-attachments-${number}.com`),
  ],
  connectSrc: [
    'https://*.intercom.io',
    'wss://*.intercom.io',
    'https://*.intercom-messenger.com',
    'wss://*.intercom-messenger.com',
    'https://*.intercomcdn.com',
    'https://*.intercomcdn.eu',
    'https://uploads.intercomusercontent.com',
  ],
  formAction: ['https://intercom.help', 'https://api-iam.intercom.io'],
};

/** docs.crisp.chat/guides/others/whitelisting-our-systems/crisp-domain-names. */
function crisp(): Hosts {
  const all = ['https://*.crisp.chat'];
  return {
    scriptSrc: all,
    frameSrc: all,
    styleSrc: all,
    imgSrc: all,
    fontSrc: all,
    mediaSrc: all,
    connectSrc: [...all, 'wss://*.relay.crisp.chat'],
  };
}

const chatwoot = (origin: string): Hosts => ({
  scriptSrc: [origin],
  frameSrc: [origin],
  imgSrc: [origin],
  connectSrc: [origin],
});

function hostsOfChat(chat: Chat): Hosts {
  if (chat.kind === 'intercom') return INTERCOM;
  return chat.kind === 'crisp' ? crisp() : chatwoot(chat.origin);
}

export function otherHosts({ tags, chat, errors }: Others): (directive: Directive) => readonly string[] {
  const all: readonly Hosts[] = [
    ...(tags === undefined ? [] : [hostsOfTags(tags)]),
    ...(chat === undefined ? [] : [hostsOfChat(chat)]),
    ...(errors === undefined ? [] : [{ connectSrc: [new URL(errors.dsn).origin] }]),
  ];
  return (directive) => all.flatMap((hosts) => hosts[directive] ?? []);
}
