import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type PlatformName, platformsQuery, titleOf, useOffered } from '../../../data/platforms.ts'
import { useHere, useOneProfile } from '../../../data/scope.ts'
import { useMay } from '../../../data/session.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Mark } from '../../../parts/mark.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useWords } from '../../../words/words.ts'
import { accountsWords } from '../accounts-words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { RealAccount } from './real-account.tsx'
import { Running } from './running.tsx'
import { SimulatedAccount } from './simulated-account.tsx'
import { Ways } from './ways.tsx'

/** From nothing to a connected account of one platform, beside the list. */
export function Connect() {
  const here = useHere()
  const t = useWords(connectWords)
  const { platform: named } = useParams({ strict: false })
  const platform = useOffered().find((name) => name === named)
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/p/$profile/accounts', params: here })
  useHotkeys([['Escape', close]])
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another platform is another panel.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [platform])
  return (
    <aside className={classes.panel} aria-labelledby="connect-title">
      <header className={classes.head}>
        {platform && <Mark platform={platform} size={20} />}
        <h2 id="connect-title" ref={heading} tabIndex={-1}>
          {platform ? t.title(titleOf(platform)) : t.unknown}
        </h2>
        <ActionIcon
          aria-label={t.close}
          renderRoot={(props) => <Link to="/p/$profile/accounts" params={here} {...props} />}
        >
          <Icon name="close" />
        </ActionIcon>
      </header>
      {platform && <Content key={platform} platform={platform} />}
    </aside>
  )
}

function Content({ platform }: { readonly platform: PlatformName }) {
  const { connection_id: id } = useSearch({ strict: false })
  const t = useWords(accountsWords)
  if (!useMay('admin')) return <p className="second">{t.mayNot}</p>
  return id === undefined ? <Begin platform={platform} /> : <Running key={id} id={id} platform={platform} />
}

function Begin({ platform }: { readonly platform: PlatformName }) {
  const before = useOneProfile().platform_profiles[platform]
  const [isSimulated, setSimulated] = useState(before?.environment === 'sandbox')
  const { data, error, refetch } = useQuery(platformsQuery)
  const rules = data?.platforms.find(({ name }) => name === platform)
  const Account = isSimulated ? SimulatedAccount : RealAccount
  return (
    <>
      <Ways isSimulated={isSimulated} choose={setSimulated} />
      {error && <ReadError what={titleOf(platform)} error={error} retry={refetch} />}
      {!error && !rules && <Skeleton rows={4} widths={[3, 5]} />}
      {rules && <Account platform={platform} rules={rules} />}
    </>
  )
}
