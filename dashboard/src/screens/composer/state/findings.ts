import { ApiError, type Finding } from '@polypost/sdk'
import { useMemo } from 'react'
import type { SendState } from '../../../data/use-sending.ts'
import { useWords } from '../../../words/words.ts'
import type { Content } from '../content.ts'
import { findingWords } from '../finding-words.ts'
import type { Check } from './checks.ts'
import { useLabelled } from './labelled.ts'

const isTime = ({ path }: Finding) => path === 'scheduled_at' || path === 'scheduled_timezone'

type MissingPart = 'message' | 'platforms'

/** The parts that a post lacks before the service can be asked about it. */
export const missingIn = (content: Content): MissingPart[] => [
  ...(hasText(content) ? [] : (['message'] as const)),
  ...(content.platforms.length > 0 ? [] : (['platforms'] as const)),
]

const hasText = ({ message, platforms, options }: Content): boolean =>
  message.trim() !== '' || (platforms.length > 0 && platforms.every((platform) => Boolean(options[platform]?.message)))

/** The obstacles to publishing: the findings of the service, and what is missing before it can be asked. */
export function useFindings(content: Content, check: Check, sending: SendState, wasPressed: boolean) {
  const t = useWords(findingWords)
  const labelled = useLabelled()
  return useMemo(() => {
    const refused = sending.kind === 'failed' && sending.error instanceof ApiError ? sending.error.details : []
    // The refusal of the post and the check say the same: the check is the newer one.
    const said = check.findings.length > 0 || check.isCurrent ? check.findings : refused.filter(isFinding)
    const missing = missingIn(content).map((path): Finding => {
      const message = path === 'message' ? t.noText : t.noPlatform
      return { path, code: 'required', message }
    })
    const all = missing.length === 0 ? said : wasPressed ? missing : []
    return { findings: all.filter((finding) => !isTime(finding)).map(labelled), timeFinding: said.find(isTime) }
  }, [content, check, sending, wasPressed, t, labelled])
}

/** A conflict of revisions has details, too. */
const isFinding = ({ code, path, platform }: Finding): boolean =>
  code !== 'revision_conflict' && (path !== undefined || platform !== undefined)
