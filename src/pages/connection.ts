import type { Output } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'
import { html, type Markup } from '../system/markup.ts'
import { type Page, problemText } from './page.ts'

type ConnectionFailure = Output<Operations['getConnection']>['data']['failure']

interface ConnectionView {
  readonly environment: 'live' | 'sandbox'
  /** Where the browser goes after the last page; null: nowhere. */
  readonly redirect_url: string | null
}

interface AccountChoice {
  readonly id: string
  readonly name: string
  readonly username: string | null
}

interface ConnectionQuestion {
  /** The address that the form is sent to. */
  readonly action: string
  /** The accounts of the login, by their names. */
  readonly accounts: readonly string[]
  readonly profile: string
  readonly user: string
}

const simulated = ({ environment }: Pick<ConnectionView, 'environment'>): Markup =>
  environment === 'sandbox'
    ? html`<p class="small">This is a simulated account of the sandbox: nothing is published outside this machine.</p>`
    : html``

const formTargetsOf = ({ redirect_url: url }: ConnectionView): string[] => (url === null ? [] : [new URL(url).origin])

export const connectedPage = (platform: string, view: Pick<ConnectionView, 'environment'>): Page => ({
  title: `${platform} is connected`,
  body: html`<p>Polypost can now publish there for you.</p>
      ${simulated(view)}
      <p>You can close this page and go back to where you came from.</p>`,
})

export const failedPage = (platform: string, connectionId: string, failure: ConnectionFailure): Page => ({
  title: `${platform} was not connected`,
  body: html`${problemText(failure?.message ?? 'The reason is unknown.')}
      <p>Nothing was changed. A link works only once: ask for a new one where you got it.</p>
      ${failure === null ? html`` : help(platform, failure)}
      <p class="small">Connection <code>${connectionId}</code>, reason <code>${failure?.code ?? 'unknown'}</code></p>`,
})

/** For the operator: what the platform reported, what was requested from it, and what to change. */
const help = (
  platform: string,
  { platform_code, platform_message, redirect_uri, scopes, advice, guide }: NonNullable<ConnectionFailure>,
): Markup =>
  advice === null
    ? html``
    : html`<h2>What to do</h2>
      <p>${advice}</p>
      <p>The steps are in the documentation of Polypost, <code>${guide}</code>.</p>
      <h2>What Polypost sent, and what ${platform} answered</h2>
      <dl>
        ${pair('Message', platform_message)}${pair('Code', platform_code)}
        ${pair('Redirect URI', redirect_uri)}${pair('Scopes', scopes.join(' '))}
      </dl>`

const pair = (name: string, value: string | null): Markup =>
  value ? html`<dt>${name}</dt><dd><code>${value}</code></dd>` : html``

/** Whoever got the link from somebody else sees here who would publish with their account. */
export const questionPage = (
  platform: string,
  view: ConnectionView,
  { action, accounts, profile, user }: ConnectionQuestion,
): Page => ({
  title: `Connect ${platform}?`,
  body: html`<p>You have signed in at ${platform} as <strong>${accounts.join(', ')}</strong>.</p>
      <p>If you go on, this user of Polypost can publish there in your name, and read comments and numbers:</p>
      <dl>${pair('User', user)}${pair('Profile', profile)}</dl>
      <p>Did you ask for this yourself? If somebody sent you the link, and you do not know this user, do not connect.</p>
      ${simulated(view)}
      <form method="post" action="${action}">
        <button type="submit" name="confirmed" value="yes">Connect</button>
        <button type="submit" name="confirmed" value="no">Do not connect</button>
      </form>`,
  formTargets: formTargetsOf(view),
})

export const choicePage = (
  platform: string,
  view: ConnectionView & { readonly choices: readonly AccountChoice[] },
  { action, problem }: { readonly action: string; readonly problem: string | undefined },
): Page => ({
  title: `Choose what to connect from ${platform}`,
  body: html`<p>Your login can publish in several places. Choose the one for Polypost.</p>
      ${problem === undefined ? html`` : problemText(problem)}
      ${simulated(view)}
      <form method="post" action="${action}">
        <fieldset>
          <legend>Publish to</legend>${view.choices.map(choice)}
        </fieldset>
        <button type="submit">Connect</button>
      </form>`,
  formTargets: formTargetsOf(view),
})

const choice = ({ id, name, username }: AccountChoice): Markup => html`
            <label><input type="radio" name="choice" value="${id}" required> <span>${name}${username === null || username === name ? '' : ` (${username})`}</span></label>`

export const connectionOverPage: Page = {
  title: 'This sign-in is over',
  body: html`<p>The link was used already, its hour is over, or it was opened in another browser than the one that signed in.</p>
      <p>If you have just connected an account, it is done: you can close this page. Otherwise ask for a new link where you got this one.</p>`,
}
