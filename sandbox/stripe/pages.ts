import type { IncomingMessage } from 'node:http'
import type { Api } from './api.ts'
import type { Answer } from './http.ts'
export async function answerPage(_api: Api, _request: IncomingMessage, _url: URL): Promise<Answer> {
  return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' }
}
