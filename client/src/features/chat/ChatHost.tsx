import type { Chat } from '@clearcut/schemas/site/chat';
import { useEffect } from 'react';
import { runChat, widgetOf } from './run-chat.ts';

/** The chat is there for as long as this is. It draws itself. */
export function ChatHost({ chat }: { chat: Chat }) {
  useEffect(() => runChat(widgetOf(chat)), [chat]);
  return null;
}
