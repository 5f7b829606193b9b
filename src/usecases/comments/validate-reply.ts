import { notFound } from '../../contract/errors.ts'
import type { UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { checkedMessage } from './checked-message.ts'

export const validateReply: UseCase<'validateReply'> = async ({ platforms, body, answer }) => {
  const platform = platformNamed(platforms, body.platform)
  if (!platform) throw notFound('platform')
  const { findings, ...measured } = checkedMessage(platform, body.platform, body.message)
  return answer.afterwards({ status: 'ok', data: { ok: findings.length === 0, ...measured, findings: [...findings] } })
}
