import { useQuery } from '@tanstack/react-query'
import { wantsPerson } from '../data/accounts.ts'
import { approvalCountQuery } from '../data/drafts.ts'
import { useProfile } from '../data/profiles.ts'
import { useMay } from '../data/session.ts'
import { useWords, words } from '../words/words.ts'
import { Count } from './count.tsx'

const countWords = words(
  { drafts: 'drafts wait for approval', accounts: 'accounts need you' },
  { drafts: 'Entwürfe warten auf Freigabe', accounts: 'Konten brauchen Sie' },
)

/** How many drafts wait for somebody who may approve them. */
export function DraftCount() {
  const t = useWords(countWords)
  const mayDecide = useMay('editor')
  const { data = 0 } = useQuery({ ...approvalCountQuery, enabled: mayDecide })
  return <Count value={data} wants label={t.drafts} />
}

/** How many accounts of the profile in view want somebody. */
export function AccountsCount() {
  const t = useWords(countWords)
  const accounts = Object.values(useProfile().platform_profiles)
  return <Count value={accounts.filter((account) => wantsPerson(account)).length} wants label={t.accounts} />
}
