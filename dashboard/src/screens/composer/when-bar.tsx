import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Sheet } from '../../parts/sheet.tsx'
import { useLanguage } from '../../words/language.tsx'
import { timesIn } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './when.module.css'
import { readWhen, type When } from './when.ts'
import { WhenFields } from './when-fields.tsx'
import { WhenNote } from './when-note.tsx'
import { whenWords } from './when-words.ts'

export interface BarAction {
  readonly title: string
  /** The same, before the name of the profile. */
  readonly titleFor: string
  readonly run: () => void
}

interface Props {
  readonly when: When
  readonly onChange: (when: When) => void
  readonly zones: readonly string[]
  readonly profileId: string
  /** The sentence of a refused time. */
  readonly error: string | null
  readonly primary: BarAction
  readonly secondary: BarAction | null
  readonly isWorking: boolean
  /** The profile that the buttons name; null: there is no other one. */
  readonly of: string | null
  /** The outcome, below the buttons. */
  readonly children: ReactNode
}

/** When, and the buttons that send the post on its way. On a phone the time opens as a dialog. */
export function WhenBar({ primary, secondary, isWorking, of, children, ...time }: Props) {
  const t = useWords(whenWords)
  const note = <WhenNote {...time} id="date" />
  return (
    <section className={classes.bar} aria-label={t.when} data-named={of !== null || undefined}>
      <div className={classes.fields}>
        <WhenFields {...time} id="date" />
      </div>
      <ShortTime {...time} secondary={secondary} of={of} />
      {of !== null && note}
      <div className={classes.buttons}>
        {secondary && (
          <Button className={classes.wide} disabled={isWorking} onClick={secondary.run}>
            <Title action={secondary} of={of} />
          </Button>
        )}
        <Button className={classes.primary} variant="filled" loading={isWorking} onClick={primary.run}>
          <Title action={primary} of={of} />
        </Button>
      </div>
      {of === null && note}
      {children}
    </section>
  )
}

/** A long name is cut, and read out whole. */
function Title({ action, of }: { readonly action: BarAction; readonly of: string | null }) {
  return (
    <>
      {of === null ? action.title : action.titleFor}
      {of !== null && (
        <span className={classes.of}>
          {' '}
          <bdi>{of}</bdi>
        </span>
      )}
    </>
  )
}

type ShortProps = Omit<Props, 'primary' | 'isWorking' | 'children'>

function ShortTime({ secondary, of, ...time }: ShortProps) {
  const t = useWords(whenWords)
  const [isOpen, { open, close }] = useDisclosure(false)
  const times = timesIn(useLanguage().locale, time.when.zone)
  const reading = readWhen(time.when)
  return (
    <div className={classes.short}>
      <button type="button" className="link" onClick={open}>
        {reading?.kind === 'once' ? times.time(reading.at) : t.setTime}
      </button>
      <span className="small third">{times.zoneName()}</span>
      {time.error !== null && <span className={classes.error}>{time.error}</span>}
      {isOpen && (
        <Sheet close={close} title={t.when}>
          <div className={classes.dialog}>
            <WhenFields {...time} id="date-in-dialog" />
            <WhenNote {...time} id="date-in-dialog" />
            {secondary && (
              <Button onClick={secondary.run}>
                <Title action={secondary} of={of} />
              </Button>
            )}
            <Button variant="filled" onClick={close}>
              {t.close}
            </Button>
          </div>
        </Sheet>
      )}
    </div>
  )
}
