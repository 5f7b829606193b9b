import { Radio } from '@mantine/core'
import type { ProfileSettings } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useHere, useOneProfile } from '../../../data/scope.ts'
import { useMay } from '../../../data/session.ts'
import { settingsQuery } from '../../../data/settings.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useWords } from '../../../words/words.ts'
import { Crossed } from '../crossed.tsx'
import { SaveBar } from '../save-bar.tsx'
import { Section } from '../section.tsx'
import { settingsWords } from '../settings-words.ts'
import { useEdits } from '../use-edits.ts'
import { useSave } from '../use-save.ts'
import { useSettings } from '../use-settings.ts'
import { changesFor, type Mode, modeOf, modesAfter } from './mode.ts'
import { Needs } from './needs.tsx'
import own from './replies.module.css'
import { repliesWords } from './replies-words.ts'

/** Whether comments are answered by a language model, and who sees the answers first. */
export function Replies() {
  const t = useWords(repliesWords)
  const { id } = useOneProfile()
  const { data, error, refetch } = useQuery(settingsQuery(id))
  if (data) return <RepliesForm key={id} settings={data} />
  if (error) return <ReadError what={t.title} error={error} retry={refetch} />
  return <Skeleton rows={4} widths={[2, 5]} />
}

function RepliesForm({ settings }: { readonly settings: ProfileSettings }) {
  const here = useHere()
  const t = useWords(repliesWords)
  const shell = useWords(settingsWords)
  const may = useMay('admin')
  const saved = { mode: modeOf(settings) }
  const edits = useEdits<{ mode: Mode }>(saved)
  const { mode } = edits.shown
  const { read, write } = useSettings()
  const saving = useSave({
    saved,
    changes: edits.changes,
    read: async () => ({ mode: modeOf(await read()) }),
    write: () => write(changesFor(mode)),
  })
  return (
    <>
      <Section title={t.title} text={t.text}>
        {may ? (
          <Modes saved={saved.mode} mode={mode} choose={(next) => edits.set('mode', next)} />
        ) : (
          <div>
            <p>{t.modes[mode]}</p>
            <p className="small second">{t.does[mode]}</p>
          </div>
        )}
        {saved.mode === 'off' && mode !== 'off' && <p className="small second">{t.start}</p>}
        {saved.mode === 'off' && may && <p className="small third">{t.later}</p>}
        <p className="small">
          <Link to="/p/$profile/inbox" params={here} search={{ view: 'approve' }} className="link">
            {t.waiting}
          </Link>
        </p>
        {edits.crossed.length > 0 && <Crossed text={t.modes[saved.mode]} take={edits.forgetAll} />}
      </Section>
      <Section title={t.needsTitle} text={t.needsText}>
        <Needs settings={settings} />
      </Section>
      {may ? <SaveBar edits={edits} saving={saving} /> : <p className="small third">{shell.mayNot}</p>}
    </>
  )
}

interface ModesProps {
  readonly saved: Mode
  readonly mode: Mode
  readonly choose: (mode: Mode) => void
}

function Modes({ saved, mode, choose }: ModesProps) {
  const t = useWords(repliesWords)
  return (
    <fieldset className={own.modes}>
      <legend className="hidden-text">{t.mode}</legend>
      {modesAfter(saved).map((one) => (
        <Radio
          key={one}
          name="mode"
          label={t.modes[one]}
          description={t.does[one]}
          classNames={{ label: own.label, description: own.does }}
          checked={one === mode}
          onChange={() => choose(one)}
        />
      ))}
    </fieldset>
  )
}
