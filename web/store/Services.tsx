import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './StorePage.module.css'

const SERVICES = ['INSTALLATION', 'TRAINING', 'CONNECTION', 'DATA'] as const

/** Returns a card for each service that people of the provider do, which leads to the question for an offer. */
export function Services() {
  const { t } = useTexts('store')
  return (
    <ul className={classes['cards']}>
      {SERVICES.map((service) => {
        const title = t(`service.${service}.title`)
        return (
          <li key={service}>
            <article className={classes['card']} aria-label={title}>
              <div className={classes['head']}>
                <h2>{title}</h2>
              </div>
              <p>{t(`service.${service}.text`)}</p>
              <p className={classes['about']}>{t('price.ask')}</p>
              <div className={classes['foot']}>
                <Link className={classes['ask']} to="/support" search={{ ask: 'offer', text: t(`service.${service}.question`) }}>
                  {t('askForService')} <span className="hidden-text">{title}</span>
                </Link>
              </div>
            </article>
          </li>
        )
      })}
    </ul>
  )
}
