import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type Account, nameOf } from '../../data/accounts.ts'
import { polypost } from '../../data/client.ts'
import { type PlatformName, titleOf } from '../../data/platforms.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useHere, useOneProfile } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { useWords } from '../../words/words.ts'
import classes from './accounts.module.css'
import { accountsWords } from './accounts-words.ts'

interface Props {
  readonly platform: PlatformName
  readonly account: Account | null
  /** Connecting again helps. */
  readonly isUrgent: boolean
}

export function AccountActions({ platform, account, isUrgent }: Props) {
  const here = useHere()
  const t = useWords(accountsWords)
  const may = useMay('admin')
  const verb = account === null ? t.connect : t.again
  return (
    <div className={classes.actions}>
      {may && (account === null || isUrgent) && (
        <Button
          size="xs"
          aria-label={`${verb}: ${titleOf(platform)}`}
          renderRoot={(props) => (
            <Link to="/p/$profile/accounts/connect/$platform" params={{ ...here, platform }} {...props} />
          )}
        >
          {verb}
        </Button>
      )}
      {account && <More platform={platform} account={account} may={may} />}
    </div>
  )
}

interface MoreProps {
  readonly platform: PlatformName
  readonly account: Account
  readonly may: boolean
}

function More({ platform, account, may }: MoreProps) {
  const here = useHere()
  const t = useWords(accountsWords)
  const navigate = useNavigate()
  const [isAsking, { open, close }] = useDisclosure(false)
  const title = titleOf(platform)
  if (!may && account.profile_url === null) return null
  return (
    <>
      <MoreMenu label={t.more(title)}>
        {account.profile_url !== null && (
          <Menu.Item component="a" href={account.profile_url} target="_blank" rel="noreferrer">
            {t.open(title)}
          </Menu.Item>
        )}
        {may && (
          <>
            <Menu.Item
              onClick={() => navigate({ to: '/p/$profile/accounts/connect/$platform', params: { ...here, platform } })}
            >
              {t.again}
            </Menu.Item>
            <Menu.Item onClick={open}>{t.disconnect}</Menu.Item>
          </>
        )}
      </MoreMenu>
      <Disconnect platform={platform} account={account} opened={isAsking} close={close} />
    </>
  )
}

interface DisconnectProps {
  readonly platform: PlatformName
  readonly account: Account
  readonly opened: boolean
  readonly close: () => void
}

function Disconnect({ platform, account, opened, close }: DisconnectProps) {
  const t = useWords(accountsWords)
  const { id } = useOneProfile()
  const queries = useQueryClient()
  const run = async () => {
    await polypost.connections.disconnect({ platform, profile_id: id })
    await queries.invalidateQueries(profilesQuery)
  }
  const title = titleOf(platform)
  return (
    <Ask
      opened={opened}
      onClose={close}
      title={t.disconnectTitle(title, nameOf(account))}
      of={id}
      verb={t.disconnect}
      keep={t.keep}
      danger
      run={run}
    >
      {t.disconnectText(title)}
    </Ask>
  )
}
