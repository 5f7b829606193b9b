import type { BrandProposals, ProfileSettings } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOneProfile } from '../../../data/scope.ts'
import { useMay } from '../../../data/session.ts'
import { settingsQuery } from '../../../data/settings.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { brandWords } from '../../../words/brand-words.ts'
import { useWords } from '../../../words/words.ts'
import { SaveBar } from '../save-bar.tsx'
import { Section } from '../section.tsx'
import { settingsWords } from '../settings-words.ts'
import { useEdits } from '../use-edits.ts'
import { useSave } from '../use-save.ts'
import { useSettings } from '../use-settings.ts'
import { type BrandFields, brandOf, textFields } from './brand-fields.ts'
import { BrandText } from './brand-text.tsx'
import { Review } from './review.tsx'
import { Website } from './website.tsx'

/** The knowledge of auto-replies about the business. */
export function Brand() {
  const t = useWords(brandWords)
  const { id } = useOneProfile()
  const { data, error, refetch } = useQuery(settingsQuery(id))
  if (data) return <BrandForm key={id} settings={data} />
  if (error) return <ReadError what={t.title} error={error} retry={refetch} />
  return <Skeleton rows={8} widths={[2, 5]} />
}

function BrandForm({ settings }: { readonly settings: ProfileSettings }) {
  const t = useWords(brandWords)
  const shell = useWords(settingsWords)
  const may = useMay('admin')
  const saved = brandOf(settings)
  const edits = useEdits<BrandFields>(saved)
  const [proposals, setProposals] = useState<BrandProposals | null>(null)
  const { read, write } = useSettings()
  const saving = useSave<BrandFields>({
    saved,
    changes: edits.changes,
    read: async () => brandOf(await read()),
    write,
  })
  if (proposals !== null)
    return <Review proposals={proposals} saved={saved} close={() => setProposals(null)} onSaved={edits.forget} />
  return (
    <>
      <Section title={t.websiteTitle} text={t.websiteText}>
        <Website settings={settings} edits={edits} may={may} onRead={setProposals} />
      </Section>
      <Section title={t.title} text={t.text}>
        {textFields.map((field) => (
          <BrandText key={field} field={field} saved={saved} edits={edits} may={may} />
        ))}
      </Section>
      {may ? <SaveBar edits={edits} saving={saving} /> : <p className="small third">{shell.mayNot}</p>}
    </>
  )
}
