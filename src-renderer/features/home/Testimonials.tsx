import { strings } from '../../../contract/strings.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { StarRating } from '../../ui/StarRating.tsx'
import { SlideControls } from './SlideControls.tsx'
import { useSlides } from './use-slides.ts'

const DELAY = 3000
const RATING = 3

const CLIENTS = [
  {
    name: 'Imani Brooks',
    photo: '/art/people/3.svg',
    text: 'The mileage was what the page had said, and so was the scratch on the door. I would have liked more pictures of the inside.',
  },
  {
    name: 'Owen Marsh',
    photo: '/art/people/6.svg',
    text: 'Paying took two minutes and the car was held for me meanwhile. Finding a time to meet took rather longer.',
  },
  {
    name: 'Lena Fischer',
    photo: '/art/people/9.svg',
    text: 'A fair price and a friendly seller. I had to look at four cars before I found the one without surprises.',
  },
]

/** Three voices, one at a time. */
export function Testimonials() {
  const { index, isPlaying, show, toggle, placeOf, holdProps } = useSlides(CLIENTS.length, DELAY)
  return (
    <section aria-roledescription="carousel" aria-labelledby="clients-title" {...holdProps}>
      <h2 id="clients-title" className="text-h2">
        {strings.home.testimonials}
      </h2>
      <div className="card mt-6 overflow-hidden">
        <div className="slides">
          {CLIENTS.map(({ name, photo, text }, slide) => (
            <div
              key={name}
              className="slide"
              data-place={placeOf(slide)}
              role="group"
              aria-roledescription="slide"
              aria-label={`${slide + 1} of ${CLIENTS.length}`}
              aria-hidden={slide !== index}
            >
              <StarRating value={RATING} />
              <figure className="contents">
                <blockquote className="max-w-[60ch] text-lead">{text}</blockquote>
                <figcaption className="flex items-center gap-3 font-semibold">
                  <Avatar src={photo} name={name} size={44} />
                  {name}
                </figcaption>
              </figure>
            </div>
          ))}
        </div>
        <div className="flex justify-center border-t border-line p-3">
          <SlideControls count={CLIENTS.length} {...{ index, isPlaying }} onToggle={toggle} onShow={show} />
        </div>
      </div>
    </section>
  )
}
