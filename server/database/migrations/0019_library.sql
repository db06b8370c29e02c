CREATE TABLE "hearings" (
	"user_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"day" date NOT NULL,
	"heard_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hearings_user_id_track_id_day_pk" PRIMARY KEY("user_id","track_id","day")
);
--> statement-breakpoint
CREATE TABLE "library_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"history_enabled" boolean DEFAULT true NOT NULL,
	"following_seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_playlists" (
	"user_id" uuid NOT NULL,
	"playlist_id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_playlists_user_id_playlist_id_pk" PRIMARY KEY("user_id","playlist_id")
);
--> statement-breakpoint
DROP INDEX "tracks_public_newest";--> statement-breakpoint
ALTER TABLE "hearings" ADD CONSTRAINT "hearings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hearings" ADD CONSTRAINT "hearings_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_settings" ADD CONSTRAINT "library_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_playlists" ADD CONSTRAINT "saved_playlists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_playlists" ADD CONSTRAINT "saved_playlists_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hearings_newest" ON "hearings" USING btree ("user_id","heard_at" DESC NULLS FIRST,"track_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hearings_of_track" ON "hearings" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "saved_playlists_newest" ON "saved_playlists" USING btree ("user_id","saved_at" DESC NULLS FIRST,"playlist_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "saved_playlists_of_playlist" ON "saved_playlists" USING btree ("playlist_id");--> statement-breakpoint
CREATE INDEX "likes_by_user" ON "likes" USING btree ("user_id","created_at" DESC NULLS FIRST,"track_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tracks_public_newest" ON "tracks" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"user_id") WHERE privacy = 'public';