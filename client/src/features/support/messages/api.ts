import type { AnswerBody, MessageChange, MessageLine, MessageView } from '@clearcut/schemas/contact/message-http';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/http/request.ts';

const LOOK_EVERY_MS = 15_000;

export const messagesQuery = queryOptions({
  queryKey: ['staff', 'messages'],
  queryFn: ({ signal }) => requestJson<MessageLine[]>('/api/staff/messages/', { signal }),
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
});

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'messages', id],
    queryFn: ({ signal }) => requestJson<MessageView>(`/api/staff/messages/${id}/`, { signal }),
    staleTime: 0,
  });

export const changeMessage = (id: string, json: MessageChange): Promise<MessageView> =>
  requestJson(`/api/staff/messages/${id}/`, { method: 'PATCH', json });

export const sendAnswer = (id: string, json: AnswerBody): Promise<MessageView> =>
  requestJson(`/api/staff/messages/${id}/answers/`, { method: 'POST', json });
