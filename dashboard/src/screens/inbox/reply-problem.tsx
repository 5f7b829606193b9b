import { ApiError } from '@polypost/sdk'
import { Problem } from '../../parts/problem.tsx'
import { useLanguage } from '../../words/language.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { faultWords } from '../post/fault-words.ts'
import classes from './conversation.module.css'
import { replyWords } from './reply-words.ts'
import type { ReplyStage } from './use-reply.ts'

interface Props {
  readonly stage: ReplyStage | 'empty'
  readonly error: unknown
  readonly platform: string
}

/** The obstacle to a reply: what happened, whose fault it is, and what helps. */
export function ReplyProblem({ stage, error, platform }: Props) {
  const t = useWords(replyWords)
  if (stage === 'refused') return <Refusal error={error} />
  const texts = {
    waiting: t.waiting,
    asked: t.isAsked(platform),
    'not there': t.notThere(platform),
    unfinished: t.unfinished,
    empty: t.noText,
    writing: null,
    sending: null,
  }
  const text = texts[stage]
  return (
    <p className={classes.problem} data-bad={stage === 'empty' || stage === 'not there' || undefined} role="status">
      {text}
    </p>
  )
}

function Refusal({ error }: Pick<Props, 'error'>) {
  const t = useWords(replyWords)
  const { language } = useLanguage()
  const { time } = useTimes()
  if (!(error instanceof ApiError)) return <Problem error={error} />
  const [detail] = error.details
  const fault = Object.entries(faultWords[language]).find(([code]) => code === detail?.code)?.[1].fault
  return (
    <p className={classes.problem} data-bad role="alert">
      {error.message} {typeof detail?.retry_at === 'string' && t.retryAt(time(detail.retry_at))}{' '}
      {fault !== undefined && (
        <span className="second">
          {t.fault} {fault}.
        </span>
      )}
    </p>
  )
}
