import type { Chat } from '@clearcut/schemas/site/chat';
import { useEffect } from 'react';
import { runChat, widgetOf } from './run-chat.ts';

export function ChatHost({ chat }: { chat: Chat }) {
  useEffect(() => runChat(widgetOf(chat)), [chat]);
  return null;
}
