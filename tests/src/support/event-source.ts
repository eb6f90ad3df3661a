/** Data of server-sent events, until the server ends the stream. Skips comments. */
export async function* serverSentEvents<T>(answer: Response): AsyncGenerator<T> {
  if (answer.body === null) throw new Error('There is no stream');
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as T;
    }
  }
}
