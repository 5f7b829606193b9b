import type { LoginMethod, Platform } from '@polypost/sdk'
import { PermissionError } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { appQuery } from '../../../data/accounts.ts'
import { type PlatformName, titleOf, usesBrowser } from '../../../data/platforms.ts'
import { NumberedStep } from '../../../parts/numbered-step.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { useWords } from '../../../words/words.ts'
import { LoginChoice } from './choices.tsx'
import { ConnectForm } from './connect-form.tsx'
import { connectWords } from './connect-words.ts'
import { DeveloperApp } from './developer-app.tsx'
import { Needs } from './needs.tsx'
import { SignIn } from './sign-in.tsx'

interface Props {
  readonly platform: PlatformName
  readonly rules: Platform
}

export function RealAccount({ platform, rules: { connect: ways } }: Props) {
  const t = useWords(connectWords)
  const [login, choose] = useState((ways.find(({ configured }) => configured) ?? ways[0])?.login)
  const way = ways.find((one) => one.login === login)
  if (way === undefined) return null
  const choice = <LoginChoice platform={platform} ways={ways} login={way.login} choose={choose} />
  // The API asks for it only where it decides something.
  const named = ways.length > 1 ? way.login : undefined
  return (
    <ol>
      <NumberedStep number={1} state="later">
        <h3>{t.need}</h3>
        <Needs platform={platform} />
      </NumberedStep>
      {usesBrowser(way) ? (
        <ByApp platform={platform} way={way} login={named} choice={choice} />
      ) : (
        <NumberedStep number={2} state="now">
          <h3>{t.signIn}</h3>
          {choice}
          <ConnectForm key={way.login} platform={platform} way={way} login={named} />
        </NumberedStep>
      )}
    </ol>
  )
}

interface ByAppProps {
  readonly platform: PlatformName
  readonly way: LoginMethod
  /** Undefined: the platform has one way to sign in. */
  readonly login: string | undefined
  readonly choice: ReactNode
}

function ByApp({ platform, way, login, choice }: ByAppProps) {
  const t = useWords(connectWords)
  // Only the owner of the instance may see the app. The others see whether there is one.
  const app = useQuery({ ...appQuery(platform), retry: false })
  const isHidden = app.error instanceof PermissionError
  const shown = app.data?.logins.find((one) => one.login === way.login)
  const isSet = shown ? shown.source !== null : way.configured
  return (
    <>
      <NumberedStep number={2} state={isSet ? 'done' : 'now'}>
        <h3>{t.app}</h3>
        {choice}
        {shown && <DeveloperApp key={shown.login} platform={platform} login={shown} />}
        {isHidden && <p className="small second">{isSet ? t.operatorSet : t.operator(titleOf(platform))}</p>}
        {app.error && !isHidden && <ReadError what={t.app} error={app.error} retry={app.refetch} />}
      </NumberedStep>
      <NumberedStep number={3} state={isSet ? 'now' : 'later'}>
        <h3>{t.signIn}</h3>
        <SignIn platform={platform} login={login} app={shown} isSet={isSet} />
      </NumberedStep>
    </>
  )
}
