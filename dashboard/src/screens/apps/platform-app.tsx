import { Button } from '@mantine/core'
import type { App, AppLogin } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { appQuery } from '../../data/accounts.ts'
import { type PlatformName, titleOf, useOffered } from '../../data/platforms.ts'
import { useHere } from '../../data/scope.ts'
import { Back } from '../../parts/back.tsx'
import { Mark } from '../../parts/mark.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Section, Sections } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { usePlatformWords } from '../../platforms/loaded.ts'
import { useWords } from '../../words/words.ts'
import { connectWords } from '../accounts/connect/connect-words.ts'
import { DeveloperApp } from '../accounts/connect/developer-app.tsx'
import { Needs } from '../accounts/connect/needs.tsx'
import { Scopes } from '../accounts/connect/scopes.tsx'
import classes from './apps.module.css'
import { appsWords } from './apps-words.ts'
import { RemoveApp } from './remove-app.tsx'

/** The needs of an app at a platform, and the place for its ID and secret. */
export function PlatformApp() {
  const asked = useParams({ strict: false }).platform
  const platform = useOffered().find((name) => name === asked)
  return platform === undefined ? <UnknownScreen /> : <OfPlatform platform={platform} />
}

function OfPlatform({ platform }: { readonly platform: PlatformName }) {
  const t = useWords(appsWords)
  const { data, error, refetch } = useQuery(appQuery(platform))
  return (
    <Screen
      title={`${t.title}: ${titleOf(platform)}`}
      back={<Back to="/apps">{t.title}</Back>}
      beside={
        <span className={classes.platform}>
          <Mark platform={platform} size={20} />
          {titleOf(platform)}
        </span>
      }
    >
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton widths={[2, 6]} />}
      {data && !error && <Parts platform={platform} app={data} />}
    </Screen>
  )
}

interface Props {
  readonly platform: PlatformName
  readonly app: App
}

function Parts({ platform, app: { logins, missing_permissions } }: Props) {
  const here = useHere()
  const t = useWords(appsWords)
  const { app: one } = useWords(connectWords)
  const { ways: names } = usePlatformWords(platform)
  const withApp = logins.filter(({ app }) => app !== null)
  const titleFor = (login: string) => (withApp.length > 1 ? `${one}: ${names[login] ?? login}` : one)
  const isSet = logins.some(({ source }) => source !== null)
  if (withApp.length === 0) return <p className="second">{t.unknown}</p>
  return (
    <Sections>
      {missing_permissions.length > 0 && (
        <Section title={t.scopes}>
          <p>{t.lack}</p>
          <code>{missing_permissions.join(' ')}</code>
        </Section>
      )}
      <Section title={t.need}>
        <Needs platform={platform} />
      </Section>
      {withApp.map((login) => (
        <Section key={login.login} title={titleFor(login.login)}>
          <OfLogin platform={platform} login={login} />
        </Section>
      ))}
      {isSet && (
        <Section title={t.try}>
          <p className="small second">{t.tryText}</p>
          <Button
            renderRoot={(props) => (
              <Link to="/p/$profile/accounts/connect/$platform" params={{ ...here, platform }} {...props} />
            )}
          >
            {t.connect}
          </Button>
        </Section>
      )}
    </Sections>
  )
}

function OfLogin({ platform, login }: { readonly platform: PlatformName; readonly login: AppLogin }) {
  return (
    <>
      <DeveloperApp platform={platform} login={login} />
      <Scopes title={titleOf(platform)} app={login} />
      {login.source === 'stored' && <RemoveApp platform={platform} login={login} />}
    </>
  )
}
