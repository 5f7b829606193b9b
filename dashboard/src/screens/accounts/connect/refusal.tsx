import type { AppRefusal } from '@polypost/sdk'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { runningWords } from './running-words.ts'

interface Props {
  readonly platform: PlatformName
  readonly failure: Pick<AppRefusal, 'message' | 'platform_code' | 'platform_message' | 'advice'> & {
    readonly redirect_uri?: string | null
    readonly scopes?: readonly string[]
    readonly guide?: string
  }
}

/** The platform’s own words, what was sent to it, and what to change. */
export function Refusal({ platform, failure }: Props) {
  const t = useWords(runningWords)
  const { message, platform_code, platform_message, advice, redirect_uri, scopes = [], guide } = failure
  // The sentence quotes the platform's words already, if they are short.
  const isQuoted = platform_message !== null && message.includes(platform_message)
  return (
    <>
      <p>{message}</p>
      <dl className={classes.said}>
        {advice !== null && <Fact name={t.todo}>{advice}</Fact>}
        {platform_message !== null && !isQuoted && <Fact name={t.said(titleOf(platform))}>{platform_message}</Fact>}
        {platform_code !== null && (
          <Fact name={t.code} isCode>
            {platform_code}
          </Fact>
        )}
        {redirect_uri && (
          <Fact name={t.sentRedirect} isCode>
            {redirect_uri}
          </Fact>
        )}
        {scopes.length > 0 && (
          <Fact name={t.sentScopes} isCode>
            {scopes.join(' ')}
          </Fact>
        )}
        {guide !== undefined && (
          <Fact name={t.guide} isCode>
            {guide}
          </Fact>
        )}
      </dl>
    </>
  )
}

function Fact({
  name,
  isCode = false,
  children,
}: {
  readonly name: string
  readonly isCode?: boolean
  readonly children: string
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{children}</code> : children}</dd>
    </>
  )
}
