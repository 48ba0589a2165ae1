/** Settings of a live installation on this machine, with fake keys. */
export const liveSettings: Readonly<Record<string, string>> = {
  FIREBASE_PROJECT_ID: 'cars-example',
  FIREBASE_API_KEY: 'key',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
  TOKEN_SECRET: 'q8vJx2mWc7LrT0zYh5KdNf3uBa9eGs6p',
  SMTP_URL: 'smtps://user:password@mail.example:465?from=no-reply@cars.example',
  CONTACT_EMAIL: 'hello@cars.example',
  PUBLIC_URL: 'https://cars.example',
  HOST: '127.0.0.1',
}
