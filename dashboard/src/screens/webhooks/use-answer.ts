import type { WebhookDelivery } from '@polypost/sdk'
import { useWords } from '../../words/words.ts'
import { webhookWords } from './webhooks-words.ts'

type AnswerCodes = Pick<WebhookDelivery, 'last_status_code' | 'last_error_code'>

/** The server’s answer, in words. */
export function useAnswer(): (delivery: AnswerCodes) => string | null {
  const t = useWords(webhookWords)
  return ({ last_status_code: code, last_error_code: error }) => {
    if (code !== null) return String(code)
    return error && t.failures[error]
  }
}
