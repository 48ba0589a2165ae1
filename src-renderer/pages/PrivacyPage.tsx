import { LegalText } from './LegalText.tsx'

export function PrivacyPage() {
  return (
    <LegalText title="Privacy" lead="What we collect, why, who can see it, and how to download or delete it.">
      <h2>What we keep</h2>
      <ul>
        <li>Your account: name, e-mail address, photo, whether you buy or sell, and when you joined.</li>
        <li>What you do here: cars you list, your purchase list, reports and reviews.</li>
        <li>
          Payments: amount, date and the card company’s transaction number. Card numbers never reach us.
        </li>
        <li>
          Your sign-ins: the browser’s name and when it was last used, so that you can end a session you do
          not know.
        </li>
        <li>
          If you ask for the newsletter: your address, until you unsubscribe. If you don’t confirm it, we
          delete it after seven days.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Everybody sees your reviews with your name and photo, and the cars you list. Signed-in users also see
        a seller’s e-mail address and phone number. A seller sees a buyer’s name, and contact and meeting
        place once the car is paid. Administrators see what they need to keep the marketplace in order.
      </p>
      <p>
        Sign-in is handled by an identity service, card payments by a payment provider, and pictures may be
        stored by an image host. Each gets what its task needs, and nothing for advertising.
      </p>
      <h2>In your browser</h2>
      <p>
        We store what keeps you signed in, your choice of light or dark theme and, until you close the tab,
        how far down a page you were and what you typed but did not send. There are no tracking cookies and no
        scripts of advertisers.
      </p>
      <h2>Your rights</h2>
      <p>
        You may have everything we keep about you as a file, correct it, and delete your account. Deleting it
        removes your name, photo and uploads, and leaves your reviews as “Deleted user”. Records of payments
        stay: amount, date and car, without your name.
      </p>
    </LegalText>
  )
}
