import { Button } from '@mantine/core'
import type { Connection } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { useHere } from '../../../data/scope.ts'
import { State } from '../../../parts/state.tsx'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { Refusal } from './refusal.tsx'
import { runningWords } from './running-words.ts'

interface ConnectionProps {
  readonly connection: Connection
  readonly platform: PlatformName
}

export function Waiting({ connection: { url, expires_at }, platform }: ConnectionProps) {
  const t = useWords(runningWords)
  const { clock } = useTimes()
  const title = titleOf(platform)
  return (
    <>
      <State state="queued">{t.waiting}</State>
      <p className="second">{url === null ? t.confirm : t.waitingText(title, clock(expires_at))}</p>
      <div className={classes.buttons}>
        {url !== null && (
          <Button component="a" variant="filled" href={url} target="_blank" rel="noreferrer">
            {t.openPage(title)}
          </Button>
        )}
        <Anew platform={platform} title={t.anew} />
      </div>
      {url !== null && <p className="small third">{t.stuck(title)}</p>}
    </>
  )
}

/** The platform’s words, whose fault it is, and what helps. */
export function Failed({ connection: { failure, error }, platform }: ConnectionProps) {
  const t = useWords(runningWords)
  const title = titleOf(platform)
  const fault = t.faults[failure?.code ?? error?.code ?? '']
  return (
    <>
      <State state="failed">{fault?.title(title) ?? t.otherFault}</State>
      {fault && <p className="second">{fault.whose(title)}</p>}
      {failure ? <Refusal platform={platform} failure={failure} /> : <p>{error?.message}</p>}
      <p className="small third">{t.unchanged}</p>
      <Anew platform={platform} title={t.again} isFirst />
    </>
  )
}

export function Expired({ platform }: { readonly platform: PlatformName }) {
  const t = useWords(runningWords)
  return (
    <>
      <State state="cancelled">{t.expired}</State>
      <p className="second">{t.expiredText}</p>
      <Anew platform={platform} title={t.again} isFirst />
    </>
  )
}

interface AnewProps {
  readonly platform: PlatformName
  readonly title: string
  readonly isFirst?: boolean
}

function Anew({ platform, title, isFirst = false }: AnewProps) {
  const here = useHere()
  return (
    <Button
      variant={isFirst ? 'filled' : 'subtle'}
      renderRoot={(props) => (
        <Link to="/p/$profile/accounts/connect/$platform" params={{ ...here, platform }} {...props} />
      )}
    >
      {title}
    </Button>
  )
}
