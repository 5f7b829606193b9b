import { Button, Checkbox, Group } from '@mantine/core'
import type { BrandProposals } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../../parts/problem.tsx'
import { brandWords } from '../../../words/brand-words.ts'
import { useWords } from '../../../words/words.ts'
import { Leave } from '../leave.tsx'
import { settingsWords } from '../settings-words.ts'
import { useSettings } from '../use-settings.ts'
import classes from './brand.module.css'
import { type BrandFields, offeredBy, type TextField } from './brand-fields.ts'

interface Props {
  readonly proposals: BrandProposals
  readonly saved: BrandFields
  readonly close: () => void
  readonly onSaved: (...fields: (keyof BrandFields)[]) => void
}

/** The texts of the website beside those that are saved. Each text is taken or not; one button keeps what was taken. */
export function Review({ proposals: found, saved, close, onSaved }: Props) {
  const t = useWords(brandWords)
  const { write } = useSettings()
  const { website_url, proposals } = found
  const [offered] = useState(() => offeredBy(found, saved))
  // Somebody’s own text is replaced only by those who want it.
  const [taken, setTaken] = useState<readonly TextField[]>(() => offered.filter((field) => !saved[field].trim()))
  const [isMissing, setMissing] = useState(false)
  const keeping = useMutation({
    mutationFn: () => write({ website_url, ...Object.fromEntries(taken.map((field) => [field, proposals[field]])) }),
    onSuccess: () => {
      onSaved('website_url', ...taken)
      close()
    },
  })
  const toggle = (field: TextField) =>
    setTaken(taken.includes(field) ? taken.filter((other) => other !== field) : [...taken, field])
  const press = () => {
    setMissing(taken.length === 0)
    if (taken.length > 0) keeping.mutate()
  }
  return (
    <section className={classes.review} aria-label={t.proposalsTitle}>
      <h2>{t.proposalsTitle}</h2>
      <p className="second">{t.proposalsText(website_url)}</p>
      <ul>
        {offered.map((field) => (
          <Proposal
            key={field}
            field={field}
            now={saved[field]}
            proposed={proposals[field]}
            isTaken={taken.includes(field)}
            toggle={() => toggle(field)}
          />
        ))}
      </ul>
      {isMissing && taken.length === 0 && (
        <p role="alert" className={classes.problem}>
          {t.noneTaken}
        </p>
      )}
      <Problem error={keeping.error} />
      <Group gap="sm">
        <Button variant="filled" loading={keeping.isPending} onClick={press}>
          {t.keep(taken.length)}
        </Button>
        <Button variant="subtle" onClick={close}>
          {t.drop}
        </Button>
      </Group>
      <Leave isChanged />
    </section>
  )
}

interface ProposalProps {
  readonly field: TextField
  readonly now: string
  readonly proposed: string
  readonly isTaken: boolean
  readonly toggle: () => void
}

function Proposal({ field, now, proposed, isTaken, toggle }: ProposalProps) {
  const t = useWords(brandWords)
  const shell = useWords(settingsWords)
  return (
    <li className={classes.proposal}>
      <Checkbox label={t.take(t.fields[field])} checked={isTaken} onChange={toggle} />
      <div className={classes.both}>
        <div data-out={isTaken || undefined}>
          <h3 className="label">{t.now}</h3>
          <p>{now || <span className="third">{shell.empty}</span>}</p>
        </div>
        <div data-out={!isTaken || undefined}>
          <h3 className="label">{t.proposed}</h3>
          <p>{proposed}</p>
        </div>
      </div>
    </li>
  )
}
