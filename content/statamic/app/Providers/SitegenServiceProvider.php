<?php

namespace App\Providers;

use Illuminate\Support\Facades\Event;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\ServiceProvider;
use Statamic\Events\AssetDeleted;
use Statamic\Events\AssetReuploaded;
use Statamic\Events\AssetSaved;
use Statamic\Events\CollectionTreeSaved;
use Statamic\Events\EntryDeleted;
use Statamic\Events\EntrySaved;
use Statamic\Events\EntryScheduleReached;
use Statamic\Events\GlobalVariablesSaved;
use Statamic\Events\TermDeleted;
use Statamic\Events\TermSaved;
use Statamic\Statamic;

/**
 * Tells the preview of the website and its CI what was saved or deleted. The addresses are in config/sitegen.php.
 * Lets a click in the preview open the field of a text in the control panel.
 * Works with Statamic 4, 5 and 6; an event that a version lacks is never sent.
 */
class SitegenServiceProvider extends ServiceProvider
{
    /** Above this number, one request without a body says that anything may have changed. */
    private const MOST = 20;

    /** What changed during this request, by its own text, so that each is sent once. */
    private array $changes = [];

    public function boot(): void
    {
        // public/vendor/app/js/sitegen-field.js
        Statamic::script('app', 'sitegen-field.js');

        // Statamic 6 would fetch the page after each change from the origin of the control panel, which the preview refuses.
        config(['statamic.live_preview.hot_reload_contents' => false]);

        if (! config('sitegen.preview_webhook') && ! config('sitegen.ci_webhook')) {
            return;
        }

        Event::listen([EntrySaved::class, EntryDeleted::class, EntryScheduleReached::class], fn ($event) => $this->note(
            $event->entry->collectionHandle(),
            $event->entry->locale(),
            $event->entry->id(),
        ));
        // The order of the entries of a collection.
        Event::listen([CollectionTreeSaved::class], fn ($event) => $this->note(
            $event->tree->collection()->handle(),
            $event->tree->locale(),
            null,
        ));
        // In every site: others may have the values of this one.
        Event::listen([GlobalVariablesSaved::class], fn ($event) => $this->note('globals', null, $event->variables->globalSet()->handle()));
        Event::listen([TermSaved::class, TermDeleted::class], fn ($event) => $this->note('taxonomies', null, $event->term->id()));
        Event::listen([AssetSaved::class, AssetDeleted::class, AssetReuploaded::class], fn ($event) => $this->note('assets', null, $event->asset->id()));

        // After the answer, so that no editor waits for it.
        $this->app->terminating(fn () => $this->send());
    }

    private function note(string $collection, ?string $site, ?string $id): void
    {
        $this->changes["{$collection} {$site} {$id}"] = array_filter(compact('collection', 'site', 'id'));
    }

    private function send(): void
    {
        $changes = array_values($this->changes);
        $this->changes = [];
        if ($changes === []) {
            return;
        }

        if ($url = config('sitegen.preview_webhook')) {
            // A term or a file may be in any entry.
            $isAnywhere = array_intersect(array_column($changes, 'collection'), ['taxonomies', 'assets']) !== [];
            foreach ($isAnywhere || count($changes) > self::MOST ? [[]] : $changes as $change) {
                $this->post($url, $change, array_filter(['X-Sitegen-Token' => config('sitegen.preview_token')]));
            }
        }

        if ($url = config('sitegen.ci_webhook')) {
            $payload = ['changes' => array_slice($changes, 0, self::MOST), 'total' => count($changes)];
            $token = config('sitegen.ci_token');
            $this->post($url, ['event_type' => 'content', 'client_payload' => $payload], $token ? ['Authorization' => "Bearer {$token}"] : []);
        }
    }

    /** A webhook that fails is logged, and nothing else. */
    private function post(string $url, array $body, array $headers): void
    {
        rescue(fn () => Http::timeout(2)
            ->acceptJson()
            ->withHeaders($headers)
            ->send('POST', $url, $body === [] ? [] : ['json' => $body])
            ->throw());
    }
}
