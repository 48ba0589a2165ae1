import { strings } from '../../../contract/strings.ts'
import { Avatar } from '../../ui/controls/Avatar.tsx'
import { StarRating } from '../../ui/controls/StarRating.tsx'
import { SlideControls } from './SlideControls.tsx'
import { useSlides } from './use-slides.ts'

const DELAY = 3000
const RATING = 3

const CLIENTS = [
  {
    name: 'Imani Brooks',
    photo: '/art/people/3.svg',
    text: 'The mileage matched the listing, and so did the scratch on the door. I’d have liked more photos of the interior.',
  },
  {
    name: 'Owen Marsh',
    photo: '/art/people/6.svg',
    text: 'Paying took two minutes, and the car was held for me. Finding a time to meet took a lot longer.',
  },
  {
    name: 'Lena Fischer',
    photo: '/art/people/9.svg',
    text: 'A fair price and a friendly seller. I had to look at four cars before I found one without surprises.',
  },
]

export function Testimonials() {
  const { index, isPlaying, show, toggle, slideProps, holdProps } = useSlides(CLIENTS.length, DELAY)
  return (
    <section aria-roledescription="carousel" aria-labelledby="clients-title" {...holdProps}>
      <h2 id="clients-title" className="text-h2">
        {strings.home.testimonials}
      </h2>
      <div className="card quotes mt-4">
        <div className="slides">
          {CLIENTS.map(({ name, photo, text }, slide) => (
            <div key={name} className="slide" {...slideProps(slide)}>
              <StarRating value={RATING} />
              <figure className="contents">
                <blockquote className="max-w-[60ch] text-lead max-sm:text-body">{text}</blockquote>
                <figcaption className="flex items-center gap-3 font-semibold">
                  <Avatar src={photo} name={name} className="size-11" />
                  {name}
                </figcaption>
              </figure>
            </div>
          ))}
        </div>
        <SlideControls count={CLIENTS.length} {...{ index, isPlaying }} onToggle={toggle} onShow={show} />
      </div>
    </section>
  )
}
