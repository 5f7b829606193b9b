import type { ProfileSettings } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { useHere } from '../../../data/scope.ts'
import { State } from '../../../parts/state.tsx'
import { brandWords } from '../../../words/brand-words.ts'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import { textFields } from '../brand/brand-fields.ts'
import own from './replies.module.css'
import { repliesWords } from './replies-words.ts'

/** The things that auto-replies lack. */
export function Needs({ settings }: { readonly settings: ProfileSettings }) {
  const t = useWords(repliesWords)
  const { warnings, capabilities, auto_reply_profile } = settings
  const warning = warnings.find(({ code }) => code === 'auto_reply_unavailable')
  return (
    <>
      {warning && (
        <p className={own.need}>
          <State state="needs" short />
          {t.noEffect}
        </p>
      )}
      {!capabilities.can_auto_reply ? (
        <p>{t.plan}</p>
      ) : !auto_reply_profile.ready ? (
        <Missing fields={auto_reply_profile.missing_fields} />
      ) : (
        <p>{warning?.message ?? t.ready}</p>
      )}
    </>
  )
}

function Missing({ fields }: { readonly fields: readonly string[] }) {
  const t = useWords(repliesWords)
  const names = useWords(brandWords).fields
  const { list } = useNumbers()
  const missing = textFields.filter((field) => fields.includes(field))
  return (
    <>
      <p>
        {t.missing(list(missing.map((field) => names[field])))} {missing.includes('brand_profile') && t.faqToo}
      </p>
      <Fill />
    </>
  )
}

const Fill = () => (
  <p>
    <Link to="/p/$profile/settings/brand" params={useHere()} className="link">
      {useWords(repliesWords).fill}
    </Link>
  </p>
)
